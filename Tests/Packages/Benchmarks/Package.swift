// swift-tools-version: 6.2
import PackageDescription

// A separate package: no app builds it, so its dependencies do not affect the modules. `run` finds
// the peers' libraries and names the available ones; the other peers are excluded.
let peers = Set(
  (Context.environment["BENCHMARK_PEERS"] ?? "").split(separator: " ").map(String.init))

let features = ["Cart", "Cities", "Menu", "Networking", "Commerce", "Storage", "Sync"].map {
  Target.Dependency.product(name: $0, package: "FoodOrdering")
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FoodOrdering", path: "../../..")],
  targets: [
    // The data of the workloads, in a separate module like an app's models.
    .target(name: "Workloads", swiftSettings: .strict),
    .executableTarget(
      name: "StoreProbe",
      dependencies: [
        "Workloads", .product(name: "CBOR", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "FeatureProbe",
      dependencies: ["Workloads"] + features, swiftSettings: .strict),
    // The features' own benchmark programs through symbolic links, so that the modules build once.
    .executableTarget(
      name: "CitiesFigures", dependencies: features, exclude: ["make_list.py", "run"],
      swiftSettings: .strict),
    .executableTarget(
      name: "MenuFigures", dependencies: features, exclude: ["make_menu.py", "run"],
      swiftSettings: .strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Workloads", .product(name: "CBOR", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
      ], swiftSettings: .strict + peers.sorted().map { .define($0) }),
  ],
  swiftLanguageModes: [.v6]
)

let benchmarks = package.targets[5]
if peers.contains("GRDB") {
  package.dependencies.append(
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"))
  benchmarks.dependencies.append(.product(name: "GRDB", package: "GRDB.swift"))
}
if peers.contains("LMDB") {
  package.targets.append(.systemLibrary(name: "CLMDB", pkgConfig: "lmdb"))
  benchmarks.dependencies.append(.target(name: "CLMDB"))
}

extension [SwiftSetting] {
  // The settings of the root manifest except one: dependencies may deprecate API at any time, so
  // warnings are not errors.
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
  }
}
