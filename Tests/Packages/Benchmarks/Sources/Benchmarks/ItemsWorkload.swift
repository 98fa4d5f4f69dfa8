import Foundation
import Storage
import Workloads

/// B: changes of single elements in large collections.
final class ItemsWorkload: Workload {
  let title = "B  A collection of elements of 267 bytes"
  private let sizes: [Int]
  private let folders: Folders
  private var peers: [Int: [(Subject, any ItemPeer)]] = [:]
  private var raw: [Int: RawFile] = [:]
  private var next: [Int: Int] = [:]
  private var large: Int { sizes[sizes.count - 1] }

  init(_ folders: Folders, _ effort: Effort) async throws {
    self.folders = folders
    sizes = effort.isQuick ? [100, 100_000] : [100, 10_000, 100_000]
    for size in sizes {
      let items = Item.samples(size)
      for (subject, type) in Peers.items {
        let peer = try type.init(folder: folders.folder("items-\(size)", subject.rawValue))
        try await peer.replaceAll(items)
        peers[size, default: []].append((subject, peer))
      }
      if size == sizes.last { try await own?.filed.update { $0 = IdentifiedArray(items) } }
      raw[size] = try folders.rawFile("items-\(size)")
      next[size] = size
    }
  }

  var rows: [Row] {
    sizes.map { Row(measure: insert(among: $0), unit: "ms", isCharted: $0 == large) }
      + [
        Row(measure: insertFromMain, unit: "ms"),
        Row(measure: "cold open and read all \(large)", unit: "ms", isCharted: true),
        Row(measure: "read one of \(large) by its id", unit: "µs"),
        Row(measure: inFile("read one of \(large)"), unit: "µs"),
        Row(measure: inFile("insert among \(large)"), unit: "ms"),
        Row(measure: "file after 10 rounds of updates, against live data", unit: "x"),
        Row(measure: "the update that tidies up, against writing all", unit: "x"),
      ]
  }

  private func insert(among size: Int) -> String { "insert among \(size)" }
  private func inFile(_ measure: String) -> String { "\(measure), in a file alone" }
  private var insertFromMain: String { insert(among: large) + ", from the main thread" }
  private var own: StoragePeer? {
    peers[large]?.first { $0.0 == .storage }?.1 as? StoragePeer
  }

  func round(_ number: Int, _ figures: Figures) async throws {
    for size in sizes {
      for turn in 0..<20 { try await insertOne(size, turn, number, figures) }
    }
    try await readOne(figures)
    try await useFile(number, figures)
    try await readCold(number, figures)
    if number < 2 { try await tidyUp(figures) }
  }

  /// Inserts one element into each peer, so that all peers find the disk in the same condition.
  private func insertOne(_ size: Int, _ turn: Int, _ round: Int, _ figures: Figures) async throws {
    let item = Item.sample(next[size] ?? size)
    next[size, default: size] += 1
    let bytes = Data(repeating: 7, count: 267)
    try figures.add(await timed { try raw[size]?.append(bytes) }, insert(among: size), .limit)
    for (subject, peer) in (peers[size] ?? []).rotated(turn) {
      // A peer that rewrites the whole file for each element is measured once.
      if subject == .json, size > 1000, turn > 0 { continue }
      try figures.add(await timed { try await peer.save(item) }, insert(among: size), subject)
    }
    guard size == large, let items = own?.items else { return }
    next[size, default: size] += 1
    try figures.add(
      await Self.saveFromMain(.sample(item.id + 1), in: items), insertFromMain, .storage)
  }

  /// Saves an element from the main actor, as a screen would.
  @MainActor
  private static func saveFromMain(
    _ item: Item, in items: CollectionRepository<Item>
  ) async throws -> Double {
    try await timed { try await items.save(item) }
  }

  private func readOne(_ figures: Figures) async throws {
    guard let items = own?.items else { return }
    // The milliseconds of a thousand reads are the microseconds of one.
    let time = try await timed { for id in 0..<1000 { _ = try await items.element(id * 61) } }
    figures.add(time, "read one of \(large) by its id", .storage)
  }

  /// Reads and inserts elements of a collection that is not held in memory.
  private func useFile(_ round: Int, _ figures: Figures) async throws {
    guard let items = own?.filed else { return }
    let (one, insert) = (inFile("read one of \(large)"), inFile("insert among \(large)"))
    let time = try await timed { for id in 0..<1000 { _ = try await items.element(id * 61) } }
    figures.add(time, one, .storage)
    let bytes = Data(repeating: 7, count: 267)
    for turn in 0..<20 {
      let item = Item.sample(large * (round + 2) + turn)
      try figures.add(await timed { try await items.save(item) }, insert, .storage)
      try figures.add(await timed { try raw[large]?.append(bytes) }, insert, .limit)
    }
    #if GRDB
      guard let grdb = peers[large]?.first(where: { $0.0 == .grdb })?.1 as? GRDBPeer else { return }
      let peerTime = try await timed { for id in 0..<1000 { _ = try grdb.item(id * 61) } }
      figures.add(peerTime, one, .grdb)
    #endif
  }

  private func readCold(_ round: Int, _ figures: Figures) async throws {
    for (subject, _) in Peers.items.rotated(round) {
      let folder = folders.folder("items-\(large)", subject.rawValue)
      let found = try folders.withCopy(of: folder) {
        try Child.numbers(["items", subject.rawValue, $0.path])
      }
      guard found.count == 2, Int(found[1]) >= large else {
        throw Refusal("\(subject.rawValue) has \(found) of \(large) elements")
      }
      figures.add(found[0], "cold open and read all \(large)", subject)
    }
  }

  /// Updates each of 1000 elements ten times.
  ///
  /// Measures the file's growth and the duration of the updates that compact the file.
  private func tidyUp(_ figures: Figures) async throws {
    let root = folders.folder("tidied-\(UUID().uuidString)")
    // The storage class `cache` does not sync, because only the amount of writing matters here.
    let repository = CollectionRepository(
      .memoryBackedByFile("items"), class: .cache, schema: StoredSchema(Item.self),
      in: StorageDirectory(root))
    let folder = root.appending(path: "caches")
    let items = Item.samples(1000)
    var writes: [Double] = []
    for round in 0..<3 {
      let all = items.map { Item.sample($0.id, round: round + 100) }
      writes.append(
        try await timed { try await repository.update { $0 = IdentifiedArray(all) } })
    }
    let live = try Self.size(of: folder)
    var (size, largest, worst) = (live, live, [Double]())
    for round in 1...10 {
      for id in 0..<items.count {
        let time = try await timed { try await repository.save(.sample(id, round: round)) }
        let now = try Self.size(of: folder)
        if now < size { worst.append(time) }
        size = now
        largest = max(largest, now)
      }
    }
    let write = writes.sorted()[1]
    figures.add(
      Double(largest) / Double(live), "file after 10 rounds of updates, against live data", .storage
    )
    for time in worst {
      figures.add(time / write, "the update that tidies up, against writing all", .storage)
    }
  }

  private static func size(of folder: URL) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
      let file = folder.appending(path: name).path
      return sum + (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
    }
  }

  func goals(_ figures: Figures) -> [Goal] {
    func toLimit(_ size: Int) -> Double? {
      figures.ratio(insert(among: size), .limit).map { 1 / $0 }
    }
    let growth = figures.median(insert(among: large), .storage).flatMap { large in
      figures.median(insert(among: sizes[0]), .storage).map { large / $0 }
    }
    let cold = "cold open and read all \(large)"
    return [
      .atMost(
        1.4, "x", "an insert among \(sizes[0]), against append and fdatasync", toLimit(sizes[0])),
      .atMost(1.4, "x", "… among \(large)", toLimit(large)),
      .atMost(1.3, "x", "… among \(large), against among \(sizes[0])", growth),
      .faster(3, "cold open and read all against GRDB", figures.ratio(cold, .grdb)),
      .atMost(2.5, "x", "… against LMDB", figures.ratio(cold, .lmdb).map { 1 / $0 }),
      .atMost(
        2, "x", "in a file alone: read one, against GRDB",
        figures.ratio(inFile("read one of \(large)"), .grdb).map { 1 / $0 }),
      .atMost(
        1.5, "x", "… insert, against append and fdatasync",
        figures.ratio(inFile("insert among \(large)"), .limit).map { 1 / $0 }),
      .atMost(
        1, "µs", "a read by id takes",
        figures.median("read one of \(large) by its id", .storage)),
      .atMost(
        2, "x", "a file after 10 rounds of updates, against live data",
        figures.median("file after 10 rounds of updates, against live data", .storage)),
      .atMost(
        2, "x", "the update that tidies up, against writing all",
        figures.median("the update that tidies up, against writing all", .storage)),
    ]
  }
}
