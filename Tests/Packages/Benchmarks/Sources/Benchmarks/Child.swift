import Foundation
import Storage
import Workloads

/// A separate process for measures that need a cold start or a kill: this program or another.
enum Child {
  struct Ending {
    let output: String
    let code: Int32
    /// The time from start to end.
    let milliseconds: Double
  }

  static func run(_ program: String, _ arguments: [String]) throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    // The end of output coincides with the end of the process; Foundation reports the exit later.
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    let milliseconds = (clock.now - start) / .milliseconds(1)
    process.waitUntilExit()
    return Ending(
      output: String(decoding: output, as: UTF8.self), code: process.terminationStatus,
      milliseconds: milliseconds)
  }

  /// Runs this program as a child and returns the numbers that it prints.
  static func numbers(_ arguments: [String]) throws -> [Double] {
    let ending = try run(CommandLine.arguments[0], ["child"] + arguments)
    return ending.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  }

  /// Performs a child's task outside the main thread, as the parent does with its own.
  @concurrent
  static func main(_ arguments: [String]) async throws {
    guard arguments.count == 3, let subject = Subject(rawValue: arguments[1]) else {
      throw Refusal("a child was started without its task")
    }
    let folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
    switch arguments[0] {
    case "menu":
      guard let type = Peers.menus.first(where: { $0.0 == subject })?.1 else { return }
      var (peer, menu): ((any MenuPeer)?, Menu?)
      let time = try await timed {
        peer = try type.init(folder: folder)
        menu = try await peer?.menu()
      }
      print(time, peakMemory)
      // Deallocating and closing are not measured: a database then performs deferred writes.
      withExtendedLifetime((peer, menu)) {}
    case "items":
      guard let type = Peers.items.first(where: { $0.0 == subject })?.1 else { return }
      var (peer, items): ((any ItemPeer)?, (any Collection<Item>)?)
      let time = try await timed {
        peer = try type.init(folder: folder)
        items = try await peer?.all()
      }
      print(time, items?.count ?? 0)
      withExtendedLifetime((peer, items)) {}
    case "append": try await append(subject, folder)
    default: throw Refusal("\(arguments[0]) is no task of a child")
    }
  }

  /// Appends a thousand elements, prints the mean time, and kills its own process.
  private static func append(_ subject: Subject, _ folder: URL) async throws {
    let count = 1000
    var time = 0.0
    if subject == .limit {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = RawFile(folder.appending(path: "raw").path)
      let bytes = Data(repeating: 7, count: 128)
      time = try await timed { for _ in 0..<count { try file.append(bytes) } }
    } else if let type = Peers.items.first(where: { $0.0 == subject })?.1 {
      let peer = try type.init(folder: folder)
      // Opening is not part of the measure.
      try await peer.save(.small(0))
      time = try await timed { for id in 1..<count { try await peer.save(.small(id)) } }
    }
    // Written directly, because a kill would discard the buffer of `print`.
    let line = Data("\(time / Double(count))\n".utf8)
    try FileHandle.standardOutput.write(contentsOf: line)
    kill(getpid(), SIGKILL)
  }

  /// The peak resident memory in megabytes, as the kernel reports it for this process alone.
  private static var peakMemory: Double {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM") }
    return line?.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.first.map {
      $0 / 1024
    } ?? 0
  }
}
