// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because no app ever builds it: what it depends on costs the modules nothing.
// `run` looks for the peers' libraries and names those that are there; what is not named is left out.
let peers = Set(
  (Context.environment["BENCHMARK_PEERS"] ?? "").split(separator: " ").map(String.init))

let features = ["Cart", "Cities", "Menu", "Networking", "Pricing", "Storage", "Sync"].map {
  Target.Dependency.product(name: $0, package: "FoodOrdering")
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FoodOrdering", path: "../..")],
  targets: [
    // The data of the workloads, in a module of its own as an app's models are.
    .target(name: "Workloads", swiftSettings: .strict),
    // Compiles the coder's own sources, through a link: the contract of `Storage` does not have it.
    .target(name: "Coder", swiftSettings: .strict),
    .executableTarget(
      name: "StoreProbe",
      dependencies: [
        "Coder", "Workloads", .product(name: "Storage", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "FeatureProbe",
      dependencies: ["Workloads"] + features, swiftSettings: .strict),
    // The features' own programs, through links, so that the modules are built once.
    .executableTarget(
      name: "CitiesFigures", dependencies: features, exclude: ["make_list.py", "run"],
      swiftSettings: .strict),
    .executableTarget(
      name: "MenuFigures", dependencies: features, exclude: ["run"], swiftSettings: .strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Coder", "Workloads", .product(name: "Storage", package: "FoodOrdering"),
      ], swiftSettings: .strict + peers.sorted().map { .define($0) }),
  ],
  swiftLanguageModes: [.v6]
)

let benchmarks = package.targets[6]
if peers.contains("GRDB") {
  package.dependencies.append(
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"))
  benchmarks.dependencies.append(.product(name: "GRDB", package: "GRDB.swift"))
}
for (peer, module, link) in [("SQLITE", "CSQLite", "sqlite3"), ("LMDB", "CLMDB", "lmdb")]
where peers.contains(peer) {
  package.targets.append(.systemLibrary(name: module, pkgConfig: link))
  benchmarks.dependencies.append(.target(name: module))
}

extension [SwiftSetting] {
  // As in the root manifest without one: warnings are no errors, since a package may deprecate at
  // any time.
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
  }
}
