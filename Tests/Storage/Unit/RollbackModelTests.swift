import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests of random sessions of two releases against a model of the user's expectations.
///
/// A session may end with a crash between the two files of a write.
@Suite("Random sessions of two releases", .temporaryDirectory)
struct RollbackModelTests {
  let disk = Disk()

  @Test(arguments: [(1, 2), (2, 3), (1, 3)], 1...3)
  func `A value is the last stored one, with the fields of the newer release`(
    releases: (old: Int, new: Int), seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    var model = ValueModel(releases.old)
    for session in 0..<40 {
      let (release, isNew, location) = launch(releases, &random)
      let copy = "value.v\(releases.old).store"

      if isNew {
        let isCut = try await cutByChance(copy, &random) {
          let guest = try await release.guest()
          try #require(guest == model.seenByNew(releases.new), "session \(session)")
        }
        if isCut { continue }
        for write in 0..<Int.random(in: 0...2, using: &random) {
          let guest = Guest(name: "\(session)+\(write)", points: session, phone: "\(write)")
          let isCut = try await cutByChance(copy, &random) { try await release.save(guest) }
          model.newStored(guest, isCut: isCut)
          if isCut { break }
        }
        if Int.random(in: 0..<12, using: &random) == 0 {
          try await Release(releases.new, .both, location, on: disk).remove()
          model.removed()
        }
      } else {
        try await expectOld(release, model, "session \(session)")
        for write in 0..<Int.random(in: 0...3, using: &random) {
          let guest = Guest(name: "\(session)-\(write)", points: session)
          try await release.save(guest)
          model.oldStored(guest)
        }
        if Int.random(in: 0..<12, using: &random) == 0 {
          try await release.remove()
          if model.old != nil { model.removed() }
        }
      }
    }
  }

  @Test(arguments: [(1, 2), (2, 3), (1, 3)], 1...3)
  func `No element is lost unless it was removed`(releases: (old: Int, new: Int), seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    var model = TableModel()
    for session in 0..<40 {
      let (release, isNew, _) = launch(releases, &random)
      let copy = "table.v\(releases.old).store"

      if isNew {
        let isCut = try await cutByChance(copy, &random) {
          let names = try await release.guests().map { ($0.id, $0.name) }
          let found = Dictionary(uniqueKeysWithValues: names)
          try #require(found == model.merged, "session \(session)")
        }
        if isCut { continue }
        for write in 0..<Int.random(in: 0...3, using: &random) {
          let id = Int.random(in: 0..<6, using: &random)
          let isRemoval = model.merged[id] != nil && Bool.random(using: &random)
          let isCut = try await cutByChance(copy, &random) {
            if isRemoval {
              try await release.removeAtTable(id)
            } else {
              try await release.saveAtTable(Guest(id: id, name: "\(session)+\(write)", points: 1))
            }
          }
          model.newStored(id, isRemoval ? nil : "\(session)+\(write)", isCut: isCut)
          if isCut { break }
        }
      } else {
        for write in 0..<Int.random(in: 0...3, using: &random) {
          let id = Int.random(in: 0..<6, using: &random)
          if model.old?[id] != nil, Bool.random(using: &random) {
            try await release.removeAtTable(id)
            model.oldStored(id, nil)
          } else {
            try await release.saveAtTable(Guest(id: id, name: "\(session)-\(write)", points: 0))
            model.oldStored(id, "\(session)-\(write)")
          }
          let names = try await release.guests().map { ($0.id, $0.name) }
          try #require(Dictionary(uniqueKeysWithValues: names) == model.old, "session \(session)")
        }
      }
    }
  }

  /// Launches one of two releases, with its data in one of the locations.
  private func launch(
    _ releases: (old: Int, new: Int), _ random: inout SeededGenerator
  ) -> (Release, isNew: Bool, StorageLocation) {
    let location = StorageLocation.inFiles[Int.random(in: 0...1, using: &random)]
    let isNew = Bool.random(using: &random)
    let release = Release(isNew ? releases.new : releases.old, .both, location, on: disk)
    return (release, isNew, location)
  }

  /// Runs `write`, and in one of three cases restores the earlier release's file.
  ///
  /// This is the state after a crash between the two files of the write.
  ///
  /// - Returns: Whether the session ends with that crash.
  private func cutByChance(
    _ copy: String, _ random: inout SeededGenerator, _ write: () async throws -> Void
  ) async throws -> Bool {
    let isCut = Int.random(in: 0..<3, using: &random) == 0
    let before = try disk.bytesIfAny(at: copy)
    try await write()
    guard isCut, try disk.bytesIfAny(at: copy) != before else { return isCut }
    if let before { try disk.put(before, at: copy) } else { try disk.remove(copy) }
    return true
  }

  private func expectOld(_ release: Release, _ model: ValueModel, _ comment: Comment) async throws {
    if model.old == nil, model.kept != nil {
      await #expect(throws: StorageError.self, comment) { try await release.guest() }
    } else {
      try #require(try await release.guest() == model.old, comment)
    }
  }
}

/// The expected guest in the files of the two releases.
private struct ValueModel {
  let oldVersion: Int
  var kept: Guest?
  var old: Guest?

  init(_ oldVersion: Int) { self.oldVersion = oldVersion }

  func seenByNew(_ version: Int) -> Guest? {
    kept.map { Guest(name: $0.name, points: $0.points, phone: version >= 3 ? $0.phone ?? "" : nil) }
  }

  mutating func newStored(_ guest: Guest, isCut: Bool) {
    kept = guest
    if old != nil, !isCut { old = seenByOld(guest) }
  }

  mutating func oldStored(_ guest: Guest) {
    old = seenByOld(guest)
    kept = Guest(
      name: guest.name, points: oldVersion >= 2 ? guest.points : kept?.points ?? 0,
      phone: kept?.phone)
  }

  mutating func removed() {
    kept = nil
    old = nil
  }

  private func seenByOld(_ guest: Guest) -> Guest {
    Guest(name: guest.name, points: oldVersion >= 2 ? guest.points : nil)
  }
}

/// The expected names in the two releases' files of a table.
private struct TableModel {
  /// The names in the newer release's file.
  private var kept: [Int: String] = [:]
  /// The names in the earlier release's file, or `nil` without a file.
  private(set) var old: [Int: String]?
  /// Whether the newer release's last write has updated the earlier release's file too.
  private var isShown = false
  /// Whether the earlier release has written since the newer release's last write.
  private var isForeign = false

  /// The names that the newer release should find.
  var merged: [Int: String] {
    guard isForeign, let old else { return kept }
    let remaining = isShown ? kept.filter { old[$0.key] != nil } : kept
    return remaining.merging(old) { $1 }
  }

  mutating func newStored(_ id: Int, _ name: String?, isCut: Bool) {
    var changed = merged
    changed[id] = name
    store(changed, isCut: isCut)
  }

  mutating func oldStored(_ id: Int, _ name: String?) {
    old = old ?? [:]
    old?[id] = name
    isForeign = true
  }

  private mutating func store(_ names: [Int: String], isCut: Bool) {
    kept = names
    isForeign = false
    isShown = old != nil && !isCut
    if isShown { old = names }
  }
}
