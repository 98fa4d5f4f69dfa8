import Commerce
import Foundation
@_spi(SettledCity) import Networking
import Orders
import Sandbox
import Storage
import Sync

/// Benchmark of a long history, through the public contract.
///
///     OrdersBenchmarks page DIRECTORY COUNT    stores the first page of COUNT orders, and pages through all
///     OrdersBenchmarks launch DIRECTORY        the time until the first screen of a new process is known
///     OrdersBenchmarks empty DIRECTORY         the same without any stored order
@main
enum OrdersBenchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(64) }
    let folder = URL(filePath: arguments[2])
    switch arguments[1] {
    case "page":
      try await page(folder, count: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 10_000)
    case "launch":
      try await launch("first screen, with a history", folder.appending(path: "app"))
    case "empty":
      try await launch("first screen, without orders", folder.appending(path: "none"))
    default: exit(64)
    }
  }

  private static func environment(_ folder: URL, _ transport: any Transport) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: transport, directory: StorageDirectory(folder),
      city: SettledCity(
        RequestContext(country: "KZ", city: 1_526_384, language: "en", timeZone: nil)))
  }

  private static func page(_ folder: URL, count: Int) async throws {
    var model = OrderServerModel()
    model.addHistory(count, of: .evening)
    model.place("N-1", cart: .evening)
    model.place("N-2", cart: .evening)
    let server = SandboxServer(model)
    let orders = environment(folder.appending(path: "app"), PageOnly(server: server))
      .makeOrderTracker()
    try await orders.refresh()
    var next: OrderPage.Cursor?
    var (found, pages) = (0, 0)
    var sizes: [Int] = []
    repeat {
      let page = try await orders.history(after: next)
      found += page.orders.count
      next = page.next
      pages += 1
      // The first pages fill the allocator's pools.
      if pages % 50 == 10 { sizes.append(residentKilobytes()) }
    } while next != nil
    print("orders on \(pages) pages: \(found)")
    print("memory after 10 pages: \(sizes.first ?? 0) KB")
    print("memory at the end: \(sizes.last ?? 0) KB")
    print("memory at most: \(sizes.max() ?? 0) KB")
  }

  private static func launch(_ name: String, _ folder: URL) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let orders = environment(folder, NoNetwork()).makeOrderTracker()
    // The gate is open and nothing answers: the call ends once the files were read.
    do { try await orders.refresh() } catch {}
    let time = clock.now - start
    let state = orders.state
    let shown = state.active.count + (state.history?.orders.count ?? 0)
    print("\(name), \(shown) shown, ms:\((time / .microseconds(1)).rounded() / 1_000)")
  }

  /// Returns the resident memory of this process, or 0 where it cannot be read.
  private static func residentKilobytes() -> Int {
    do {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    } catch {
      return 0
    }
  }
}

/// A server whose list of requests is emptied, so that it does not grow.
private struct PageOnly: Transport {
  let server: SandboxServer<OrderServerModel>

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    _ = server.takeChanges()
    return try await server.send(request, progress: progress)
  }
}

private struct NoNetwork: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
