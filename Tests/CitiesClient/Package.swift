// swift-tools-version: 6.2
import PackageDescription

// An app outside the repository with the screen that a city is chosen on.
let package = Package(
  name: "CitiesClient",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FoodOrdering", path: "../..")],
  targets: [
    .executableTarget(
      name: "CitiesClient",
      dependencies: ["Cities", "Networking", "Storage"].map {
        .product(name: $0, package: "FoodOrdering")
      })
  ]
)
