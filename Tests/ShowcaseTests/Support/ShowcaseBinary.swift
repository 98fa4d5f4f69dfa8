#if os(macOS) || os(Linux)
  import Foundation
  import Synchronization

  /// Starts the showcases that were built beside these tests.
  enum ShowcaseBinary {
    /// Held while a process is started.
    ///
    /// It inherits what is open at that moment: with the end of another's pipe, or of the socket by which
    /// Foundation learns of another's exit, it would hide that exit for as long as it lives itself.
    private static let starting = Mutex(())

    /// Starts a showcase such as `CitiesShowcase`.
    ///
    /// - Parameters:
    ///   - showcase: The executable's name.
    ///   - arguments: What stands behind it on the command line.
    ///   - environment: Variables to set beside those of the tests.
    ///   - prelude: Shell commands to run in the process first, such as a limit to set.
    ///   - connect: Opens and sets what the process reads and writes.
    /// - Returns: The process's number, and what `connect` has returned.
    /// - Throws: ``NotBuilt``, and what `connect` throws.
    static func start<Ends>(
      _ showcase: String, _ arguments: [String], _ environment: [String: String],
      prelude: String? = nil, connect: (Process) throws -> Ends
    ) throws -> (pid: Int32, ends: Ends) {
      let executable = folder.appending(path: showcase)
      guard FileManager.default.isExecutableFile(atPath: executable.path) else {
        throw NotBuilt(showcase: showcase, folder: folder.path)
      }
      let process = Process()
      if let prelude {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
          ["-c", "\(prelude); exec \"$0\" \"$@\"", executable.path] + arguments
      } else {
        process.executableURL = executable
        process.arguments = arguments
      }
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      return try starting.withLock { _ in
        let ends = try connect(process)
        try process.run()
        return (process.processIdentifier, ends)
      }
    }

    /// The folder of the build's products: the tests are one of them, as a bundle on a Mac and as a
    /// plain executable elsewhere.
    private static var folder: URL {
      #if os(macOS)
        Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
      #else
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      #endif
    }

    private final class Marker {}

    struct NotBuilt: Error, CustomStringConvertible {
      let showcase: String
      let folder: String
      var description: String { "there is no \(showcase) in \(folder)" }
    }
  }
#endif
