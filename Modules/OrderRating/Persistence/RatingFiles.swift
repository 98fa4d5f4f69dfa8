import Storage
import Sync

/// The files of this module; a simulation substitutes its own.
///
/// There are as many slots for photos as ``ReviewLimits/photos``, each a file with a fixed name. That is
/// the budget, and a file that a crash has left behind is found without a list of files.
protocol RatingFiles: Sendable {
  /// Returns the records in the order in which they were added.
  func ratings() async throws(StorageError) -> [StoredRating]

  /// Stores a record.
  func save(_ rating: StoredRating) async -> Persistence

  /// Returns the photo in a slot.
  func photo(in slot: Int) async throws(StorageError) -> StoredPhoto?

  /// Stores a photo in a slot.
  func save(_ photo: StoredPhoto, in slot: Int) async -> Persistence

  /// Removes the photo in a slot, and returns whether there is none.
  func clear(_ slot: Int) async -> Bool
}

/// The files in a directory.
actor StoredRatingFiles: RatingFiles {
  private let directory: StorageDirectory
  private let records: CollectionRepository<StoredRating>
  /// One for each slot that was used: a name has one repository at a time.
  private var slots: [Int: SingleRepository<StoredPhoto>] = [:]

  init(in directory: StorageDirectory) {
    self.directory = directory
    records = CollectionRepository(
      .memoryBackedByFile("order-ratings"), class: .userState, schema: Schema(StoredRating.self),
      in: directory)
  }

  func ratings() async throws(StorageError) -> [StoredRating] {
    Array(try await records.elements())
  }

  func save(_ rating: StoredRating) async -> Persistence {
    do { try await records.save(rating) } catch { return .pending(error) }
    // What waits is a later record; this one has been written.
    return records.persistence == .waiting ? .persisted : records.persistence
  }

  func photo(in slot: Int) async throws(StorageError) -> StoredPhoto? {
    try await self.slot(slot).value()
  }

  func save(_ photo: StoredPhoto, in slot: Int) async -> Persistence {
    let file = self.slot(slot)
    do { try await file.save(photo) } catch { return .pending(error) }
    return file.persistence
  }

  func clear(_ slot: Int) async -> Bool {
    let file = self.slot(slot)
    do {
      if try await file.value() != nil { try await file.remove() }
      return true
    } catch {
      return false
    }
  }

  private func slot(_ slot: Int) -> SingleRepository<StoredPhoto> {
    if let file = slots[slot] { return file }
    // Less than the queue, which is critical: when room is short, text comes first.
    let file = SingleRepository(
      .file("review-photo-\(slot)"), class: .userState, schema: Schema(StoredPhoto.self),
      in: directory)
    slots[slot] = file
    return file
  }
}

/// Stores a base as differences: photos, then the records that name them.
///
/// Then it removes the photos that no record and no pending change needs.
actor RatingStore: BaseStore {
  private let files: any RatingFiles
  private var written = IdentifiedArray<StoredRating>()
  /// The id of the photo in each slot, as far as known; empty for none.
  private var contents: [Int: String] = [:]

  init(_ files: any RatingFiles) { self.files = files }

  func load() async throws(StorageError) -> Ratings {
    written = IdentifiedArray(try await files.ratings())
    return Ratings(records: written)
  }

  func save(_ base: Ratings) async -> Persistence {
    var result = Persistence.persisted
    for (slot, photo) in base.unwritten.sorted(by: { $0.key < $1.key })
    where contents[slot] != photo.id {
      let persistence = await files.save(photo, in: slot)
      if case .pending = persistence { contents[slot] = nil } else { contents[slot] = photo.id }
      result = result.worst(persistence)
    }
    for record in base.records where written[id: record.id] != record {
      let persistence = await files.save(record)
      // The repository has the record in memory, and writes it with the next one.
      if case .pending = persistence { written.remove(record.id) } else { written.save(record) }
      result = result.worst(persistence)
    }
    for slot in 1...ReviewLimits.photos where !base.occupied.contains(slot) {
      if contents[slot] != "", await files.clear(slot) { contents[slot] = "" }
    }
    return result
  }
}

extension Persistence {
  /// The effect of a crash on both.
  fileprivate func worst(_ other: Persistence) -> Persistence {
    if case .pending = self { return self }
    return other == .persisted ? self : other
  }
}
