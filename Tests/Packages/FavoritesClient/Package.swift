// swift-tools-version: 6.2
import PackageDescription

// A feature of another team, outside the repository, over the public declarations of Sync; and its
// server.
let package = Package(
  name: "FavoritesClient",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Favorites", targets: ["Favorites"]),
    .library(name: "FavoritesServer", targets: ["FavoritesServer"]),
  ],
  dependencies: [.package(name: "FoodOrdering", path: "../../..")],
  targets: [
    .target(
      name: "Favorites",
      dependencies: [
        .product(name: "Storage", package: "FoodOrdering"),
        .product(name: "Networking", package: "FoodOrdering"),
        .product(name: "Sync", package: "FoodOrdering"),
      ]),
    .target(
      name: "FavoritesServer",
      dependencies: [.product(name: "Networking", package: "FoodOrdering")]),
  ]
)
