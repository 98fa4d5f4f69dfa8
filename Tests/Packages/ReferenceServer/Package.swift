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
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FavoritesServer", package: "FavoritesClient"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Sandbox", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .target(
      name: "OpenAPIChecker", dependencies: [.product(name: "Yams", package: "Yams")],
      swiftSettings: .strict),
    .target(name: "ServerProcess", swiftSettings: .strict),
    .testTarget(
      name: "ReferenceServerTests",
      dependencies: [
        "ReferenceServer", "OpenAPIChecker", "ServerProcess",
        .product(name: "Sandbox", package: "FoodOrdering"),
      ],
      swiftSettings: .strict),
    // Apps that tests kill, and the tests that kill them and the server.
    .target(name: "FastClock", swiftSettings: .strict),
    .target(
      name: "SignedInUser",
      dependencies: [
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Profile", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "AddressApp",
      dependencies: [
        "FastClock", "SignedInUser",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Addresses", package: "FoodOrdering"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "CartApp",
      dependencies: [
        "FastClock", "SignedInUser",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Cart", package: "FoodOrdering"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Pricing", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "FavoritesApp",
      dependencies: [
        "FastClock", "SignedInUser",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Cities", package: "FoodOrdering"),
        .product(name: "Favorites", package: "FavoritesClient"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "ReviewApp",
      dependencies: [
        "FastClock", "SignedInUser",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "OrderRating", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .executableTarget(
      name: "EveningApp",
      dependencies: [
        "FastClock",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Addresses", package: "FoodOrdering"),
        .product(name: "Cart", package: "FoodOrdering"),
        .product(name: "Cities", package: "FoodOrdering"),
        .product(name: "FoodApp", package: "FoodOrdering"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Orders", package: "FoodOrdering"),
        .product(name: "Pricing", package: "FoodOrdering"),
        .product(name: "Profile", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AddressApp", "CartApp", "EveningApp", "FavoritesApp", "ReferenceServer", "ReviewApp",
        "ServerProcess",
        .product(name: "Cities", package: "FoodOrdering"),
        .product(name: "Menu", package: "FoodOrdering"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Pricing", package: "FoodOrdering"),
        .product(name: "Profile", package: "FoodOrdering"),
        .product(name: "Sandbox", package: "FoodOrdering"),
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ], swiftSettings: .strict),
    // Sends requests to the server in the process as to the real one. The showcases' samples are
    // compiled through symbolic links.
    .testTarget(
      name: "SandboxTests",
      dependencies: [
        "OpenAPIChecker", .product(name: "Addresses", package: "FoodOrdering"),
        .product(name: "OrderRating", package: "FoodOrdering"),
        .product(name: "Cart", package: "FoodOrdering"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Pricing", package: "FoodOrdering"),
        .product(name: "Sandbox", package: "FoodOrdering"),
      ], swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

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
