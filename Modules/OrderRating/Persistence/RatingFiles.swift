import Storage
import Sync

/// The files of this module; tests replace them by simulated ones.
///
/// Each photo is stored in a slot, which is a file with a fixed name. The fixed names allow a launch to
/// find the files that a crash has left. There are ``ReviewLimits/photos`` slots, so the photos use
/// only a limited part of the disk.
protocol RatingFiles: Sendable {
  /// Returns the stored ratings of all orders, the oldest first.
  func ratings() async throws(StorageError) -> [StoredRating]

  /// Stores the rating of an order.
  ///
  /// - Returns: The write status; `.failed` means that a crash would lose the rating.
  func save(_ rating: StoredRating) async -> WriteStatus

  /// Returns the photo in a slot; `nil` if the slot is empty.
  func photo(in slot: Int) async throws(StorageError) -> StoredPhoto?

  /// Stores a photo in a slot.
  ///
  /// - Returns: The write status; `.failed` means that a crash would lose the photo.
  func save(_ photo: StoredPhoto, in slot: Int) async -> WriteStatus

  /// Removes the photo in a slot; returns whether the slot is empty afterward.
  func clear(_ slot: Int) async -> Bool
}

/// The files in a storage directory: one for the ratings of all orders, and one for each photo.
actor StoredRatingFiles: RatingFiles {
  private let directory: StorageDirectory
  private let records: CollectionRepository<StoredRating>
  /// The repositories of the photos read or written so far, by the number of the photo's file.
  ///
  /// They are reused, because a file name can have only one repository at a time.
  private var slots: [Int: SingleRepository<StoredPhoto>] = [:]

  init(in directory: StorageDirectory) {
    self.directory = directory
    records = CollectionRepository(
      .memoryBackedByFile("order-ratings"), class: .userState,
      schema: StoredSchema(StoredRating.self),
      in: directory)
  }

  func ratings() async throws(StorageError) -> [StoredRating] {
    Array(try await records.elements())
  }

  func save(_ rating: StoredRating) async -> WriteStatus {
    do { try await records.save(rating) } catch { return .failed(error) }
    // `save` has returned, so the file contains `rating`. If the status is `scheduled`, another rating
    // in the same file was changed since then and is not written yet.
    return records.writeStatus == .scheduled ? .written : records.writeStatus
  }

  func photo(in slot: Int) async throws(StorageError) -> StoredPhoto? {
    try await self.slot(slot).value()
  }

  func save(_ photo: StoredPhoto, in slot: Int) async -> WriteStatus {
    let file = self.slot(slot)
    do { try await file.save(photo) } catch { return .failed(error) }
    return file.writeStatus
  }

  func clear(_ slot: Int) async -> Bool {
    let file = self.slot(slot)
    do {
      // Reading throws if a newer release has stored the photo. The photo must not be removed in this
      // case.
      _ = try await file.value()
      // If the app was killed during a write, a temporary file may remain in the slot. So `remove()` is
      // called even if the slot contains no photo.
      try await file.remove()
      return true
    } catch {
      return false
    }
  }

  private func slot(_ slot: Int) -> SingleRepository<StoredPhoto> {
    if let file = slots[slot] { return file }
    // The queue of changes for the server has the storage class `critical`. Photos have a lower class,
    // so the queue is written before them if the disk is nearly full.
    let file = SingleRepository(
      .file("review-photo-\(slot)"), class: .userState, schema: StoredSchema(StoredPhoto.self),
      in: directory)
    slots[slot] = file
    return file
  }
}

/// The storage of the ``Ratings`` in files.
///
/// Each save writes only data that has changed: first photos, then the ratings that refer to them. At
/// the end, it removes the photos in all slots that are not in ``Ratings/occupied``.
actor RatingStore: BaseStore {
  private let files: any RatingFiles
  private var written = IdentifiedArray<StoredRating>()
  /// The ids of the photos that this object has written, by the number of the slot (the photo file).
  ///
  /// The id is an empty text if this object has cleared the slot.
  private var contents: [Int: String] = [:]

  init(_ files: any RatingFiles) { self.files = files }

  func load() async throws(StorageError) -> Ratings {
    written = IdentifiedArray(try await files.ratings())
    return Ratings(records: written)
  }

  func save(_ base: Ratings) async -> WriteStatus {
    var result = WriteStatus.written
    for (slot, photo) in base.unwritten.sorted(by: { $0.key < $1.key })
    where contents[slot] != photo.id {
      let writeStatus = await files.save(photo, in: slot)
      if case .failed = writeStatus { contents[slot] = nil } else { contents[slot] = photo.id }
      result = result.worst(writeStatus)
    }
    for record in base.records where written[id: record.id] != record {
      let writeStatus = await files.save(record)
      // `written` contains the ratings as they are in the file. After a failed write, the rating is
      // removed from `written`, so that the next call saves it again.
      if case .failed = writeStatus { written.remove(record.id) } else { written.save(record) }
      result = result.worst(writeStatus)
    }
    for slot in 1...ReviewLimits.photos where !base.occupied.contains(slot) {
      if contents[slot] != "", await files.clear(slot) { contents[slot] = "" }
    }
    return result
  }
}

extension WriteStatus {
  /// Returns the less durable of two statuses.
  fileprivate func worst(_ other: WriteStatus) -> WriteStatus {
    if case .failed = self { return self }
    return other == .written ? self : other
  }
}
