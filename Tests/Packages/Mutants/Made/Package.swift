// swift-tools-version: 6.2
import PackageDescription

// A package whose mutants have known outcomes; `prove` compares them with expected.txt.
let package = Package(
  name: "Made",
  targets: [
    .target(name: "Made", path: "Modules/Made", swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(name: "MadeTests", dependencies: ["Made"], path: "Tests/MadeTests"),
  ],
  swiftLanguageModes: [.v6]
)
