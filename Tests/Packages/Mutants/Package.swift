// swift-tools-version: 6.2
import PackageDescription

// A separate package: no app builds it, so its dependencies do not affect the modules. It depends on
// none of them either; it reads their sources as text.
let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
  ],
  targets: [
    .executableTarget(
      name: "Mutator",
      dependencies: [
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ], swiftSettings: .strict)
  ],
  swiftLanguageModes: [.v6]
)

extension [SwiftSetting] {
  // The settings of the root manifest except one: dependencies may deprecate API at any time, so
  // warnings are not errors.
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  }
}
