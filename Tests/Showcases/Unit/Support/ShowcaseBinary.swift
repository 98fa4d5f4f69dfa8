#if os(macOS) || os(Linux)
  import Foundation
  import Synchronization

  /// Functions that start the showcases that were built together with these tests.
  enum ShowcaseBinary {
    /// The lock that is held while a process starts.
    ///
    /// A new process inherits all open descriptors. If it inherits another process's pipe, or the
    /// socket with which Foundation detects another process's exit, that exit stays undetected
    /// until the new process exits.
    private static let starting = Mutex(())

    /// Starts a showcase such as `CitiesShowcase`.
    ///
    /// - Parameters:
    ///   - showcase: The executable's name.
    ///   - arguments: The command-line arguments.
    ///   - environment: The environment variables in addition to those of the tests.
    ///   - connect: Opens and sets the process's input and output.
    /// - Returns: The process's id, and the result of `connect`.
    /// - Throws: ``NotBuilt``, and the errors of `connect`.
    static func start<Ends>(
      _ showcase: String, _ arguments: [String], _ environment: [String: String],
      connect: (Process) throws -> Ends
    ) throws -> (pid: Int32, ends: Ends) {
      let executable = folder.appending(path: showcase)
      guard FileManager.default.isExecutableFile(atPath: executable.path) else {
        throw NotBuilt(showcase: showcase, folder: folder.path)
      }
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      return try starting.withLock { _ in
        let ends = try connect(process)
        try process.run()
        return (process.processIdentifier, ends)
      }
    }

    /// The directory of the build's products.
    ///
    /// The tests are one of the products: a bundle on macOS, an executable on Linux.
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
