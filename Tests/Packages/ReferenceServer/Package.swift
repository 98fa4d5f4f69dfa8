// swift-tools-version: 6.2
import PackageDescription

// A separate package: no app builds it, so its dependencies do not affect the modules.
let package = Package(
  name: "ReferenceServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "FoodOrdering", path: "../../.."),
    .package(path: "../FavoritesClient"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .executableTarget(
      name: "ReferenceServer",
      dependencies: [
        .argumentParser, .product(name: "FavoritesServer", package: "FavoritesClient"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ] + .foodOrdering("Networking", "Sandbox"), swiftSettings: .strict),
    // Apps that the tests kill.
    .target(
      name: "KillableApp",
      dependencies: [.argumentParser] + .foodOrdering("Networking", "Profile", "Storage", "Sync"),
      swiftSettings: .strict),
    .app(
      "FavoritesApp",
      uses: [.product(name: "Favorites", package: "FavoritesClient")] + .foodOrdering("Cities")),
    .app(
      "EveningApp",
      uses: .foodOrdering(
        "Addresses", "Cart", "Cities", "FoodApp", "Orders", "Commerce", "Profile")),
    .testTarget(
      name: "ReferenceServerTests",
      dependencies: [
        "EveningApp", "FavoritesApp", "ReferenceServer", .product(name: "Yams", package: "Yams"),
      ]
        + .foodOrdering(
          "Addresses", "Cart", "Cities", "FoodApp", "Menu", "Networking", "OrderRating", "Orders",
          "Commerce", "Profile", "Sandbox", "SandboxApp", "Storage", "Sync"),
      swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  /// An app that tests start and kill.
  static func app(_ name: String, uses: [Target.Dependency]) -> Target {
    .executableTarget(
      name: name,
      dependencies: ["KillableApp", .argumentParser] + uses
        + .foodOrdering("Networking", "Storage", "Sync"),
      swiftSettings: .strict)
  }
}

extension Target.Dependency {
  static var argumentParser: Target.Dependency {
    .product(name: "ArgumentParser", package: "swift-argument-parser")
  }
}

extension [Target.Dependency] {
  /// Products of the repository's package.
  static func foodOrdering(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "FoodOrdering") }
  }
}

extension [SwiftSetting] {
  // The settings of the root manifest except two: dependencies may deprecate API at any time, so
  // warnings are not errors, and Hummingbird's protocols need concurrent functions by default.
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  }
}
