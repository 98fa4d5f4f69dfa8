#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Type-checks a source that imports Networking as another module does, without building it.
  enum CompilerVerdict {
    /// Returns the errors of a source; `nil` if it compiles.
    ///
    /// The source belongs to the same package, so a refusal applies to every module of the package.
    static func errors(in source: String) async throws -> String? {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
      let file = folder.appending(path: "Feature.swift")
      try Data("import Networking\n\(source)\n".utf8).write(to: file)
      let output = folder.appending(path: "output")
      try Data().write(to: output)

      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = [
        "swiftc", "-typecheck", "-swift-version", "6", "-package-name", package,
        "-module-name", "Feature", "-I", modules.path, file.path,
      ]
      compiler.standardInput = FileHandle.nullDevice
      compiler.standardOutput = FileHandle.nullDevice
      compiler.standardError = try FileHandle(forWritingTo: output)
      let (endings, ending) = AsyncStream<Int32>.makeStream()
      compiler.terminationHandler = { ending.yield($0.terminationStatus) }
      try compiler.run()
      var ended = endings.makeAsyncIterator()
      if await ended.next() == 0 { return nil }
      return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    /// Directory of the modules built with the tests.
    private static var modules: URL {
      #if os(macOS)
        let product = Bundle(for: Marker.self).bundleURL
      #else
        let product = URL(filePath: CommandLine.arguments[0])
      #endif
      return product.deletingLastPathComponent().appending(path: "Modules")
    }

    /// Package name for the compiler: the name of the package's directory in lowercase.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .lastPathComponent.lowercased()

    private final class Marker {}
  }
#endif
