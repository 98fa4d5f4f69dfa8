import Foundation
import Networking
import Storage
import StorageInspection
import Sync
import Synchronization

/// A module's intact files, with the observations of an app that opens them.
final class Sample<Of: Subject>: Sendable {
  let subject: Of
  let files: Folder
  /// The lengths of each file after each of its writes.
  let ends: [String: [Int]]
  let scratch: URL
  /// The state of the server after the files were written.
  private let server: Of.Server
  private let references = Mutex<[Fault?: Seen]>([:])

  /// A request that carries a change.
  struct Request: Sendable, Hashable {
    let key, content: String
  }

  /// The observations of an app that is offline first, then online.
  struct Seen: Sendable {
    var offline: View = [:]
    var online: View = [:]
    var arrivals: View = [:]
    /// The view after another launch; `nil` if there was none.
    var after: View?
    var reports: Set<Launch.Report> = []
    /// The repositories whose files the app has set aside.
    var setAside: Set<String> = []
    /// The files after the offline phase.
    var left: Folder = [:]
    var requests: [Request] = []
  }

  init(_ subject: Of, in scratch: URL) throws {
    self.subject = subject
    self.scratch = scratch.appending(path: UUID().uuidString)
    let folder = self.scratch.appending(path: "made")
    try Folder().write(to: folder)
    let server = subject.makeServer()
    let before = Launch(folder, seed: 1, isOffline: false, firstID: 0)
    try before.ask { try await subject.writeAsBefore(before.directory, server) }
    try before.end()
    let launch = Launch(folder, seed: 1, isOffline: false, firstID: 0)
    let app = subject.launch(launch, server)
    launch.start { await subject.run(app, launch) }
    for step in subject.steps {
      try launch.ask { try await step(app, server, launch) }
      try launch.rest()
    }
    try launch.end()
    let files = try Folder(reading: folder)
    self.files = files
    var ends: [String: [Int]] = [:]
    for (path, bytes) in files { ends[path] = try Self.ends(in: bytes, at: self.scratch) }
    self.ends = ends
    self.server = subject.copy(of: server)
  }

  /// Returns the lengths of a file after each of its writes.
  private static func ends(in bytes: Data, at scratch: URL) throws -> [Int] {
    let file = scratch.appending(path: "cut")
    try bytes.write(to: file)
    return try FileInspection(of: file).updateEnds
  }

  /// Returns the observations of the intact files, or of files with a damage that serves as a reference.
  func reference(_ fault: Fault?) throws -> Seen {
    if let known = references.withLock({ $0[fault] }) { return known }
    var files = fault == Fault(.missing, "*") ? [:] : files
    fault?.apply(to: &files, library: [:])
    let seen = try look(at: files, seed: 1)
    references.withLock { $0[fault] = seen }
    return seen
  }

  /// Opens a copy of the files, offline and then online; with `again`, also in a second launch.
  func look(at files: Folder, seed: UInt64, again: Bool = false) throws -> Seen {
    let folder = scratch.appending(path: UUID().uuidString)
    try files.write(to: folder)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let server = subject.copy(of: server)
    var seen = Seen()

    var launch = Launch(folder, seed: seed, isOffline: true, firstID: 1_000)
    defer { do { try launch.end() } catch {} }
    var app = begin(launch, server)
    try launch.rest()
    seen.offline = try view(app, launch)
    try launch.rest()
    seen.reports = launch.reported
    seen.left = try Folder(reading: folder)

    if seed % 2 == 0 {
      try launch.end()
      launch = Launch(folder, seed: seed, isOffline: true, firstID: 2_000)
      app = begin(launch, server)
      try launch.rest()
    }
    launch.gate.open(for: .offline)
    try launch.quiesce()
    let (running, present) = (launch, app)
    try launch.ask { [subject] in await subject.goOnline(present, running) }
    try launch.quiesce()
    seen.online = try view(app, launch)
    seen.arrivals = subject.arrivals(at: server)
    seen.reports.formUnion(launch.reported)
    if again {
      try launch.end()
      launch = Launch(folder, seed: seed, isOffline: false, firstID: 3_000)
      app = begin(launch, server)
      try launch.quiesce()
      seen.after = try view(app, launch)
      seen.arrivals = subject.arrivals(at: server)
    }
    seen.requests = subject.requests(at: server).compactMap { request in
      request.idempotencyKey.map {
        Request(key: $0.rawValue, content: "\(request.path) \(request.content)")
      }
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    seen.setAside = Set(names.filter { $0.hasSuffix(".corrupt") }.map(repository(of:)))
    return seen
  }

  private func begin(_ launch: Launch, _ server: Of.Server) -> Of.App {
    let app = subject.launch(launch, server)
    let subject = subject
    launch.start { await subject.run(app, launch) }
    return app
  }

  private func view(_ app: Of.App, _ launch: Launch) throws -> View {
    let subject = subject
    return try launch.ask { await subject.view(app, launch) }
  }
}

extension HTTPRequest {
  /// The method and the body, as text.
  fileprivate var content: String {
    switch method {
    case .get: "get"
    case .delete: "delete"
    case .post(let body), .put(let body), .patch(let body):
      String(data: body.bytes, encoding: .utf8) ?? body.bytes.base64EncodedString()
    }
  }
}
