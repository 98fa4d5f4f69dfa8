// swift-tools-version: 6.2
import PackageDescription

// An app outside the repository that depends on a single module.
let package = Package(
  name: "StorageClient",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FoodOrdering", path: "../../..")],
  targets: [
    .executableTarget(
      name: "StorageClient",
      dependencies: [.product(name: "Storage", package: "FoodOrdering")])
  ]
)
