#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// What the compiler says of a source that uses the modules of these tests, as another module would.
  enum CompilerVerdict: Equatable {
    case compiles
    case refused(String)

    /// Checks a source without building anything of it.
    ///
    /// It is part of the same package, so that what it may not do, no module here may.
    static func of(_ source: String) async throws -> CompilerVerdict {
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
      let status = await ended.next()
      return status == 0
        ? .compiles : .refused(String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }

    /// The folder of the modules that were built with the tests.
    private static var modules: URL {
      #if os(macOS)
        let product = Bundle(for: Marker.self).bundleURL
      #else
        let product = URL(filePath: CommandLine.arguments[0])
      #endif
      return product.deletingLastPathComponent().appending(path: "Modules")
    }

    /// The package's name to the compiler: its folder's, in small letters.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().lastPathComponent.lowercased()

    private final class Marker {}
  }
#endif
