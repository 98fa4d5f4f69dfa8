import CBOR
import Foundation
import Storage
import Synchronization
import Workloads

/// A: one large value, replaced as a whole.
final class MenuWorkload: Workload {
  let title = "A  Menu: 250 products of 6 sizes, 120 ingredients, 30 combos"
  let rows =
    [
      Row(measure: "write, durable", unit: "ms", isCharted: true),
      Row(measure: "read, warm", unit: "ms"),
      Row(measure: "cold open and read", unit: "ms", isCharted: true),
      Row(measure: "peak memory, cold", unit: "MB"),
      Row(measure: "read of a loaded value", unit: "ns"),
    ]
    + Row.list(
      "ms", "coder: menu, encode",
      "coder: menu, decode",
      "coder: places, encode",
      "coder: places, decode",
      "coder: orders, encode",
      "coder: orders, decode")

  private let folders: Folders
  private let peers: [(Subject, any MenuPeer)]
  private let raw: RawFile
  private let loaded: SingleRepository<Profile>
  private let places = Place.samples(3000)
  private let orders = Order.samples(1000)

  init(_ folders: Folders) async throws {
    self.folders = folders
    peers = try Peers.menus.map { subject, type in
      (subject, try type.init(folder: folders.folder("menu", subject.rawValue)))
    }
    raw = try folders.rawFile("menu")
    loaded = SingleRepository(
      .memoryBackedByFile("profile"), class: .critical, schema: StoredSchema(Profile.self),
      in: StorageDirectory(folders.folder("menu", "loaded")))
    try await loaded.save(.sample(0))
  }

  func round(_ number: Int, _ figures: Figures) async throws {
    // Each round has a new revision, because an unchanged value is not written.
    let menu = Menu.sample(revision: number)
    let bytes = try CBOREncoder().encode(menu)
    try figures.add(await timed { try raw.replace(with: bytes) }, "write, durable", .limit)
    for (subject, peer) in peers.rotated(number) {
      try figures.add(
        await timed { try await peer.write(menu) }, "write, durable", subject)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 16)
    defer { buffer.deallocate() }
    try figures.add(await timed { _ = try raw.read(into: buffer) }, "read, warm", .limit)
    for (subject, peer) in peers.rotated(number) {
      var read: Menu?
      try figures.add(await timed { read = try await peer.menu() }, "read, warm", subject)
      guard read == menu else { throw Refusal("\(subject.rawValue) has read another menu") }
    }
    for (subject, _) in peers.rotated(number) {
      let folder = folders.folder("menu", subject.rawValue)
      let found = try folders.withCopy(of: folder) {
        try Child.numbers(["menu", subject.rawValue, $0.path])
      }
      guard found.count == 2 else { throw Refusal("\(subject.rawValue) could not be read cold") }
      figures.add(found[0], "cold open and read", subject)
      figures.add(found[1], "peak memory, cold", subject)
    }
    try await readLoaded(figures)
    try await code(menu, "menu", 5, figures)
    try await code(places, "places", 3, figures)
    try await code(orders, "orders", 3, figures)
  }

  private func readLoaded(_ figures: Figures) async throws {
    let count = 20_000
    let time = try await timed { for _ in 0..<count { _ = try await loaded.value() } }
    figures.add(time / Double(count) * 1e6, "read of a loaded value", .storage)
    let held = Mutex(Profile.sample(0))
    let limit = await timed { for _ in 0..<count { _ = Self.value(in: held) } }
    figures.add(limit / Double(count) * 1e6, "read of a loaded value", .limit)
  }

  /// Returns a copy of the value; not inlined, because the optimizer would remove an unused copy.
  @inline(never)
  private static func value(in held: borrowing Mutex<Profile>) -> Profile {
    held.withLock { $0 }
  }

  /// Measures the coder alone, without a disk, in several turns.
  private func code<Value: Codable & Equatable>(
    _ value: Value, _ name: String, _ turns: Int, _ figures: Figures
  ) async throws {
    let (own, json) = (try CBOREncoder().encode(value), try JSONEncoder().encode(value))
    guard try CBORDecoder().decode(Value.self, from: own) == value else {
      throw Refusal("\(name) came back as something else")
    }
    for _ in 0..<turns {
      try figures.add(
        await timed { _ = try CBOREncoder().encode(value) }, "coder: \(name), encode", .storage)
      try figures.add(
        await timed { _ = try JSONEncoder().encode(value) }, "coder: \(name), encode", .json)
      try figures.add(
        await timed { _ = try CBORDecoder().decode(Value.self, from: own) },
        "coder: \(name), decode",
        .storage)
      try figures.add(
        await timed { _ = try JSONDecoder().decode(Value.self, from: json) },
        "coder: \(name), decode", .json)
      // A copy of the bytes is the lower limit for every coder.
      figures.add(
        await timed { _ = [UInt8](own) }, "coder: \(name), encode", .limit)
    }
  }

  func goals(_ figures: Figures) -> [Goal] {
    let swift = [Subject.json, .grdb, .grdbBlob].compactMap {
      figures.ratio("peak memory, cold", $0)
    }
    return [
      .atMost(
        2.2, "x", "a durable write, against the bare replacement with both syncs",
        figures.ratio("write, durable", .limit).map { 1 / $0 }),
      .faster(4, "cold open and read against JSON", figures.ratio("cold open and read", .json)),
      .faster(
        1, "… against the fastest form in GRDB",
        [Subject.grdb, .grdbBlob].compactMap { figures.ratio("cold open and read", $0) }.min()),
      .atMost(
        500, "ns", "a read of a loaded value takes",
        figures.median("read of a loaded value", .storage)),
      .faster(1, "peak memory against the best Swift peer", swift.min()),
      .faster(8, "coder, menu, encode against JSON", figures.ratio("coder: menu, encode", .json)),
      .faster(6, "… decode", figures.ratio("coder: menu, decode", .json)),
      .faster(6, "coder, places, encode", figures.ratio("coder: places, encode", .json)),
      .faster(6, "… decode", figures.ratio("coder: places, decode", .json)),
      .faster(2.5, "coder, orders, encode", figures.ratio("coder: orders, encode", .json)),
      .faster(2.5, "… decode", figures.ratio("coder: orders, decode", .json)),
    ]
  }
}
