// swift-tools-version: 6.2
import PackageDescription

// App outside of the repository, with a city picker.
let package = Package(
  name: "CitiesClient",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FoodOrdering", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CitiesClient",
      dependencies: ["Cities", "Networking", "Storage", "Sync"].map {
        .product(name: $0, package: "FoodOrdering")
      })
  ]
)
