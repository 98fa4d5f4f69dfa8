#if os(macOS) || os(Linux)
  import Foundation

  /// A pseudo-terminal, used from the side of the keyboard and the screen.
  final class PseudoTerminal: Sendable {
    /// The program's end of the terminal, closed here after the program has opened its own.
    let device: FileHandle
    private let controller: Int32

    init(columns: Int, rows: Int) throws {
      var (controller, device): (Int32, Int32) = (-1, -1)
      guard openpty(&controller, &device, nil, nil, nil) == 0 else {
        throw Failure(step: "open a pseudo-terminal", code: errno)
      }
      self.controller = controller
      self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
      // Another process that starts at the same time must not hold the terminal open.
      for descriptor in [controller, device] where fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 {
        throw Failure(step: "keep the terminal from other processes", code: errno)
      }
      try resize(columns: columns, rows: rows)
    }

    deinit {
      close(controller)
    }

    func resize(columns: Int, rows: Int) throws {
      var size = winsize()
      size.ws_col = UInt16(columns)
      size.ws_row = UInt16(rows)
      guard ioctl(controller, numericCast(TIOCSWINSZ), &size) == 0 else {
        throw Failure(step: "resize the terminal", code: errno)
      }
    }

    func write(_ bytes: [UInt8]) throws {
      try FileHandle(fileDescriptor: controller, closeOnDealloc: false)
        .write(contentsOf: Data(bytes))
    }

    /// Returns the next bytes, or `nil` after the deadline or the program's exit.
    ///
    /// Returns an empty array if a signal interrupts the wait.
    func read(until deadline: ContinuousClock.Instant) throws -> [UInt8]? {
      var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      let ready = poll(&request, 1, Int32(left.rounded(.up)))
      guard ready >= 0 || errno == EINTR else { throw Failure(step: "wait", code: errno) }
      guard ready != 0 else { return nil }
      guard ready > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = Self.systemRead(controller, &bytes, bytes.count)
      // A closed terminal appears as an end of file on macOS and as an error on Linux.
      guard count > 0 || (count < 0 && errno != EIO) else { return nil }
      guard count > 0 else { throw Failure(step: "read the terminal", code: errno) }
      return Array(bytes.prefix(count))
    }

    private static let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int =
      Foundation.read

    struct Failure: Error, CustomStringConvertible {
      let step: String
      let code: Int32
      var description: String { "cannot \(step): \(String(cString: strerror(code)))" }
    }
  }
#endif
