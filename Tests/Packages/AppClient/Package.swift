// swift-tools-version: 6.2
import PackageDescription

// An app outside the repository, with the settings of a new project in Xcode 26: everything is on the
// main actor unless it says otherwise.
let template: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// The same sources in both language modes, since a new project in Xcode 26 begins with Swift 5.
func app(_ name: String, _ mode: SwiftLanguageMode) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FoodApp", "Sandbox"].map { .product(name: $0, package: "FoodOrdering") } + [
      "Favorites"
    ],
    swiftSettings: template + [.swiftLanguageMode(mode)])
}

let package = Package(
  name: "AppClient",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FoodOrdering", path: "../../..")],
  targets: [
    .target(
      name: "Favorites",
      dependencies: ["Networking", "Storage", "Sync"].map {
        .product(name: $0, package: "FoodOrdering")
      },
      swiftSettings: template),
    app("AppClient", .v6),
    app("AppClientSwift5", .v5),
  ]
)
