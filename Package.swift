// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FoodOrdering",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "Commerce", targets: ["Commerce"]),
    .library(name: "CBOR", targets: ["CBOR"]),
    .library(name: "Storage", targets: ["Storage"]),
    .library(name: "StorageTestSupport", targets: ["StorageTestSupport"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "NetworkingTestSupport", targets: ["NetworkingTestSupport"]),
    .library(name: "Sync", targets: ["Sync"]),
    .library(name: "SyncTestSupport", targets: ["SyncTestSupport"]),
    .library(name: "Cities", targets: ["Cities"]),
    .library(name: "Menu", targets: ["Menu"]),
    .library(name: "Cart", targets: ["Cart"]),
    .library(name: "Addresses", targets: ["Addresses"]),
    .library(name: "Orders", targets: ["Orders"]),
    .library(name: "OrderRating", targets: ["OrderRating"]),
    .library(name: "Profile", targets: ["Profile"]),
    .library(name: "FoodApp", targets: ["FoodApp"]),
    .library(name: "Sandbox", targets: ["Sandbox"]),
    .library(name: "SandboxApp", targets: ["SandboxApp"]),
  ],
  dependencies: [],
  targets: [
    // MARK: Engines
    .module("CBOR"),
    .testSupport("CBOR"),
    .contractTests("CBOR", exclude: ["cross_check.py"]),

    .module(
      "Storage", uses: ["CBOR"], resources: .privacyManifest, exclude: .withoutPrivacyManifest),
    .testSupportModule("Storage"),
    .contractTests("Storage", exclude: ["GoldenFiles"]),
    .unitTests("Storage", uses: ["StorageTestSupport", "CBOR", "CBORTestSupport"]),
    .faultProbe("Storage"),

    .module("Commerce"),
    .contractTests("Commerce", hasSupport: false),
    .unitTests("Commerce"),

    .module("Networking", uses: ["Commerce"]),
    .testSupportModule("Networking", uses: ["Sandbox", "Commerce"]),
    .contractTests("Networking", uses: ["Sandbox", "Commerce"]),
    .unitTests("Networking", uses: ["NetworkingTestSupport", "Sandbox"]),

    .module("Sync", uses: ["CBOR", "Storage", "Networking"]),
    .testSupportModule("Sync", uses: ["Storage", "StorageTestSupport", "Networking", "Sandbox"]),
    .outsideFeature("Favorites", uses: ["Storage", "Networking", "Sync"]),
    .outsideFeature("FavoritesServer", uses: ["Networking"]),
    .contractTests(
      "Sync",
      uses: [
        "Favorites", "CBOR", "Storage", "StorageTestSupport", "Networking",
        "NetworkingTestSupport", "Sandbox",
      ]),
    .unitTests(
      "Sync", uses: ["SyncTestSupport", "Storage", "Networking", "NetworkingTestSupport"]),
    .simulations(
      "Sync",
      uses: [
        "SyncTestSupport", "Favorites", "FavoritesServer", "Storage", "StorageTestSupport",
        "Networking", "NetworkingTestSupport", "Sandbox",
      ]),
    .faultProbe(
      "Sync",
      uses: ["Storage", "Networking", "NetworkingTestSupport", "SyncTestSupport", "Sandbox"]),

    .sandbox(
      uses: ["Networking", "Commerce"],
      resources: [
        .copy("Resources/cities.json"), .copy("Resources/NOTICE.txt"),
        .copy("Resources/sandbox-cities.json"), .copy("Resources/sandbox-menu.json"),
      ],
      exclude: [
        "README.md", "Resources/countries.json", "Resources/make_cities.py",
        "Resources/make_sandbox.py",
      ]),

    // MARK: Features
    .module("Cities", uses: ["Storage", "Networking", "Sync", "Commerce"]),
    .testSupport("Cities", uses: .featureTests),
    .contractTests("Cities", uses: .featureTests),
    .unitTests(
      "Cities", uses: ["CitiesTestSupport"] + .featureTests,
      exclude: ["GoldenFiles", "Queries"]),
    .simulations("Cities", uses: ["CitiesTestSupport"] + .featureTests),
    .benchmarks(
      "Cities", uses: ["Storage", "Networking", "Sync"], exclude: ["make_list.py", "run"]),

    .module("Menu", uses: ["Storage", "Networking", "Sync", "Commerce"]),
    .testSupport("Menu", uses: .featureTests),
    .contractTests("Menu", uses: .featureTests),
    .unitTests(
      "Menu", uses: ["MenuTestSupport"] + .featureTests,
      exclude: ["GoldenFiles", "Menus"]),
    .benchmarks(
      "Menu", uses: ["Storage", "Networking", "Sync", "Commerce"], exclude: ["make_menu.py", "run"]),

    .module("Cart", uses: ["Storage", "Networking", "Sync", "Commerce"]),
    .testSupport("Cart", uses: .featureTests),
    .contractTests("Cart", uses: .featureTests),
    .unitTests(
      "Cart", uses: ["CartTestSupport"] + .featureTests),
    .simulations("Cart", uses: ["CartTestSupport"] + .featureTests),

    .module(
      "Addresses", uses: ["Storage", "Networking", "Sync", "Commerce"],
      resources: [.copy("Resources/templates.json"), .copy("Resources/NOTICE.txt")],
      exclude: ["Resources/make_templates.py"]),
    .testSupport("Addresses", uses: .featureTests),
    .contractTests("Addresses", uses: .featureTests),
    .unitTests(
      "Addresses", uses: ["AddressesTestSupport"] + .featureTests,
      exclude: ["GoldenFiles", "Forms/ways-of-writing.tsv"]),
    .simulations("Addresses", uses: ["AddressesTestSupport"] + .featureTests),

    .module("Orders", uses: ["Storage", "Networking", "Sync", "Commerce"]),
    .testSupport("Orders", uses: .featureTests),
    .contractTests("Orders", uses: .featureTests),
    .unitTests(
      "Orders", uses: ["OrdersTestSupport"] + .featureTests, exclude: ["GoldenFiles"]),
    .simulations("Orders", uses: ["OrdersTestSupport"] + .featureTests),
    .faultProbe(
      "Orders",
      uses: [
        "Cart", "Sandbox", "Storage", "Networking", "NetworkingTestSupport", "Sync",
        "SyncTestSupport", "Commerce",
      ]),

    .module("OrderRating", uses: ["Storage", "Networking", "Sync", "Commerce"]),
    .testSupport("OrderRating", uses: .featureTests),
    .contractTests("OrderRating", uses: .featureTests),
    .unitTests(
      "OrderRating", uses: ["OrderRatingTestSupport"] + .featureTests, exclude: ["GoldenFiles"]),
    .simulations("OrderRating", uses: ["OrderRatingTestSupport"] + .featureTests),

    .module("Profile", uses: ["Storage", "Networking", "Sync"]),
    .testSupport("Profile", uses: .featureTests),
    .contractTests("Profile", uses: .featureTests),
    .unitTests("Profile", uses: ["ProfileTestSupport"] + .featureTests, exclude: ["GoldenFiles"]),
    .simulations("Profile", uses: ["ProfileTestSupport"] + .featureTests),

    // MARK: All modules
    .composition("FoodApp", uses: .engines + .features),
    .testSupport(
      "FoodApp",
      uses: ["SandboxApp", "ProfileTestSupport"] + .featureTests + .features),
    .contractTests(
      "FoodApp", uses: ["SandboxApp", "ProfileTestSupport"] + .featureTests + .features),
    .unitTests(
      "FoodApp",
      uses: ["FoodAppTestSupport", "ProfileTestSupport", "SandboxApp"] + .featureTests + .features),
    .simulations(
      "FoodApp",
      uses: ["FoodAppTestSupport", "SandboxApp", "StorageInspection"]
        + .featureTests + .features),
    .benchmarks("FoodApp", uses: ["Sandbox"] + .engines + .features, exclude: ["run"]),
    .sandboxApp(uses: ["Sandbox", "FoodApp"] + .engines + .features),
    .damageSweep(
      "DamageSweep",
      uses: [
        "Storage", "StorageInspection", "Networking", "NetworkingTestSupport", "Sync",
        "SyncTestSupport", "Commerce", "Cart", "CartTestSupport", "Orders", "OrdersTestSupport",
        "OrderRating",
        "OrderRatingTestSupport", "Sandbox",
      ]),

    // MARK: Showcases
    .showcaseKit(
      uses: ["Sandbox", "Storage", "StorageInspection", "Networking", "Sync", "Commerce"]),
    .featureKit("Menu", uses: ["Sandbox", "Commerce"]),
    .featureKit("Cart", uses: ["Sync"]),
    .showcase("Cities", uses: ["Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("Menu", uses: ["MenuKit", "Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("Cart", uses: ["CartKit", "Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("Addresses", uses: ["Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("OrderRating", uses: ["Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("Profile", uses: ["Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("Orders", uses: ["Sandbox", "Storage", "Networking", "Sync", "Commerce"]),
    .showcase("Storage", uses: ["Sandbox", "StorageInspection"]),
    .appShowcase(
      uses: ["MenuKit", "CartKit", "Sandbox", "FoodApp", "SandboxApp"] + .engines + .features),
    .swiftUIShowcase(
      uses: [
        "FoodApp", "SandboxApp", "Storage", "Networking", "Sync", "Commerce", "Cities", "Menu",
        "Cart", "Orders", "Profile",
      ]),
    .swiftUIShowcaseTests(
      uses: [
        "FoodApp", "SandboxApp", "Sandbox", "Storage", "StorageTestSupport", "Networking", "Sync",
        "Commerce", "Cities", "Menu", "Cart", "Orders",
      ]),
    .showcaseTests(
      [
        "Cities", "Menu", "Cart", "Addresses", "OrderRating", "Profile", "Orders", "Storage", "App",
      ],
      uses: ["Sandbox", "FoodApp", "SandboxApp", "StorageInspector"] + .engines + .features),

    // MARK: Tools
    .inspection("StorageInspection", uses: ["Storage"]),
    .tool("StorageInspector", uses: ["Storage", "StorageInspection"]),
  ],
  swiftLanguageModes: [.v6]
)

// One function per kind of target. The kind decides the folder, the compiler settings and whether
// `package` declarations can be seen, so adding a module is a few lines above and none below.
// Contract tests and showcases compile against `public` alone, as an outside team would.
extension Target {
  static func module(
    _ name: String, uses: [String] = [], resources: [Resource] = [], exclude: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: uses.dependencies, path: "Modules/\(name)", exclude: exclude,
      resources: resources, swiftSettings: .strict)
  }

  /// The module above all features, which has the access of an app and no more.
  static func composition(_ name: String, uses: [String]) -> Target {
    .target(
      name: name, dependencies: uses.dependencies, path: "Modules/\(name)", packageAccess: false,
      swiftSettings: .strict)
  }

  static func testSupport(_ module: String, uses: [String] = []) -> Target {
    .target(
      name: "\(module)TestSupport", dependencies: ([module] + uses).dependencies,
      path: "Tests/\(module)/Support", swiftSettings: .strict)
  }

  /// Test support that is a product, because the tests of features of other teams need it.
  static func testSupportModule(_ module: String, uses: [String] = []) -> Target {
    .target(
      name: "\(module)TestSupport", dependencies: ([module] + uses).dependencies,
      path: "Modules/\(module)TestSupport", swiftSettings: .strict)
  }

  /// The server inside the process, for previews, for an app's tests, and for ours.
  static func sandbox(uses: [String], resources: [Resource] = [], exclude: [String] = []) -> Target
  {
    .target(
      name: "Sandbox", dependencies: uses.dependencies, path: "Modules/Sandbox",
      exclude: exclude, resources: resources, packageAccess: false, swiftSettings: .strict)
  }

  /// All features over the server inside the process, for an app's previews and tests.
  static func sandboxApp(uses: [String]) -> Target {
    .target(
      name: "SandboxApp", dependencies: uses.dependencies, path: "Modules/SandboxApp",
      packageAccess: false, swiftSettings: .strict)
  }

  static func contractTests(
    _ module: String, hasSupport: Bool = true, uses: [String] = [], exclude: [String] = []
  ) -> Target {
    let support = hasSupport ? ["\(module)TestSupport"] : []
    return .testTarget(
      name: "\(module)ContractTests", dependencies: ([module] + support + uses).dependencies,
      path: "Tests/\(module)/Contract", exclude: exclude, packageAccess: false,
      swiftSettings: .strict)
  }

  static func unitTests(
    _ module: String, uses: [String] = [], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: "\(module)Tests", dependencies: ([module] + uses).dependencies,
      path: "Tests/\(module)/Unit", exclude: exclude, swiftSettings: .strict)
  }

  /// Tests that play a module against a server in random worlds; more of them by environment variables.
  static func simulations(_ module: String, uses: [String]) -> Target {
    .testTarget(
      name: "\(module)SimulationTests", dependencies: ([module] + uses).dependencies,
      path: "Tests/\(module)/Simulation", swiftSettings: .strict)
  }

  /// A feature as an outside team writes it, or its server, for the tests of the engine under it.
  static func outsideFeature(_ name: String, uses: [String]) -> Target {
    .target(
      name: name, dependencies: uses.dependencies,
      path: "Tests/Packages/FavoritesClient/Sources/\(name)", packageAccess: false,
      swiftSettings: .outside)
  }

  /// A program for scripts that make the system fail under a module; its folder has the scripts.
  static func faultProbe(_ module: String, uses: [String] = []) -> Target {
    .executableTarget(
      name: "\(module)Probe", dependencies: ([module] + uses).dependencies,
      path: "Tests/\(module)/Faults/\(module)Probe", packageAccess: false, swiftSettings: .strict)
  }

  /// A program that measures a module in a release build; nothing in a test waits for a clock.
  static func benchmarks(_ module: String, uses: [String], exclude: [String]) -> Target {
    .executableTarget(
      name: "\(module)Benchmarks", dependencies: ([module] + uses).dependencies,
      path: "Tests/\(module)/Benchmarks", exclude: exclude, packageAccess: false,
      swiftSettings: .strict)
  }

  /// Tests that damage what all modules have stored, with public access only.
  static func damageSweep(_ name: String, uses: [String]) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: uses.dependencies, path: "Tests/\(name)",
      exclude: ["run"], packageAccess: false, swiftSettings: .strict)
  }

  /// A library for a tool and the showcases that inspect files; it sees `package` declarations.
  static func inspection(_ name: String, uses: [String]) -> Target {
    .target(
      name: name, dependencies: uses.dependencies, path: "Tools/\(name)", swiftSettings: .strict)
  }

  /// A program for the developers of an app that uses the modules.
  static func tool(_ name: String, uses: [String]) -> Target {
    .executableTarget(
      name: name, dependencies: uses.dependencies, path: "Tools/\(name)", packageAccess: false,
      swiftSettings: .strict)
  }

  static func showcaseKit(uses: [String]) -> Target {
    .target(
      name: "ShowcaseKit", dependencies: uses.dependencies, path: "Showcases/ShowcaseKit",
      packageAccess: false, swiftSettings: .strict)
  }

  /// The rows, keys and words of a feature, for its showcase and the one of all modules together.
  static func featureKit(_ module: String, uses: [String]) -> Target {
    .target(
      name: "\(module)Kit", dependencies: ([module, "ShowcaseKit"] + uses).dependencies,
      path: "Showcases/\(module)Kit", packageAccess: false, swiftSettings: .strict)
  }

  static func showcase(_ module: String, uses: [String] = []) -> Target {
    .executableTarget(
      name: "\(module)Showcase", dependencies: ([module, "ShowcaseKit"] + uses).dependencies,
      path: "Showcases/\(module)Showcase", packageAccess: false, swiftSettings: .strict)
  }

  /// The showcase of all modules together.
  static func appShowcase(uses: [String]) -> Target {
    .executableTarget(
      name: "AppShowcase", dependencies: (["ShowcaseKit"] + uses).dependencies,
      path: "Showcases/AppShowcase", packageAccess: false, swiftSettings: .strict)
  }

  /// The sample app for a phone, with the settings of a new project in Xcode 26.
  ///
  /// Its screens need SwiftUI; everything else compiles everywhere.
  static func swiftUIShowcase(uses: [String]) -> Target {
    .target(
      name: "SwiftUIShowcase", dependencies: uses.dependencies, path: "Showcases/SwiftUI",
      exclude: ["README.md"], packageAccess: false, swiftSettings: .app)
  }

  static func swiftUIShowcaseTests(uses: [String]) -> Target {
    .testTarget(
      name: "SwiftUIShowcaseTests", dependencies: (["SwiftUIShowcase"] + uses).dependencies,
      path: "Tests/Showcases/SwiftUI", packageAccess: false, swiftSettings: .app)
  }

  static func showcaseTests(_ modules: [String], uses: [String]) -> Target {
    .testTarget(
      name: "ShowcaseTests",
      dependencies: (["ShowcaseKit"] + uses + modules.map { "\($0)Showcase" }).dependencies,
      path: "Tests/Showcases/Unit", exclude: ["Transcripts"], packageAccess: false,
      swiftSettings: .strict)
  }
}

// Only Apple's App Store reads a privacy manifest, from the resource bundle of a package's module. For
// other platforms it is left out: the code that SwiftPM generates for a bundle imports Foundation, of
// which a client of Storage may need FoundationEssentials alone.
extension [Resource] {
  static var privacyManifest: [Resource] {
    #if os(macOS)
      [.copy("Resources/PrivacyInfo.xcprivacy")]
    #else
      []
    #endif
  }
}

extension [String] {
  static var withoutPrivacyManifest: [String] {
    #if os(macOS)
      []
    #else
      ["Resources/PrivacyInfo.xcprivacy"]
    #endif
  }
}

extension [SwiftSetting] {
  /// The settings of a package that has chosen none.
  static var outside: [SwiftSetting] { warnings }

  // Only where CI asks for it: a warning of the next compiler must not stop an app that has the package
  // in a folder of its own.
  static var warnings: [SwiftSetting] {
    Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]
  }

  /// The settings of an app's target, where everything is on the main actor unless it says otherwise.
  static var app: [SwiftSetting] {
    strict + [
      .defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances"),
    ]
  }

  // A computed property: a global constant would still be empty while `package` is built above.
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + warnings
  }
}

extension [String] {
  /// The dependencies of a feature's tests besides the feature.
  static var featureTests: [String] {
    [
      "Sandbox", "Storage", "StorageTestSupport", "Networking", "NetworkingTestSupport", "Sync",
      "SyncTestSupport", "Commerce",
    ]
  }

  static var engines: [String] { ["Storage", "Networking", "Sync", "Commerce"] }

  static var features: [String] {
    ["Cities", "Menu", "Cart", "Addresses", "Orders", "OrderRating", "Profile"]
  }

  var dependencies: [Target.Dependency] { map { .byName(name: $0) } }
}
