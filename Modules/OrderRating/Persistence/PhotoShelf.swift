#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage
import Synchronization

/// A photo as it is kept; it knows its name, so that no other is ever taken for it.
struct KeptPhoto: Codable, Sendable, Equatable {
  let id: String
  let jpeg: Data
}

/// The places for photos: the seam at which a test takes the place of the disk.
///
/// There are as many as ``ReviewLimits/photos``, each with a name of its own. That is the budget, and
/// it lets what a crash has left behind be found without a list of it.
protocol PhotoShelf: Sendable {
  /// What is in a place.
  func photo(in slot: Int) async throws(StorageError) -> KeptPhoto?

  /// Puts a photo into a place; memory has it whatever the disk does.
  func keep(_ photo: KeptPhoto, in slot: Int) async -> Persistence

  /// Tries again to write what is in a place.
  func keepAgain(in slot: Int) async -> Persistence

  /// Empties a place, and says whether it is.
  func clear(_ slot: Int) async -> Bool
}

/// Photos in files, each read when it is sent and held in memory only while it has no room on the disk.
final class PhotoFiles: PhotoShelf {
  private let directory: StorageDirectory
  private let unwritten = Mutex<[Int: KeptPhoto]>([:])
  /// One for each place that was used: a name has one repository at a time.
  private let files = Mutex<[Int: SingleRepository<KeptPhoto>]>([:])

  init(in directory: StorageDirectory) {
    self.directory = directory
  }

  func photo(in slot: Int) async throws(StorageError) -> KeptPhoto? {
    if let photo = unwritten.withLock({ $0[slot] }) { return photo }
    return try await file(slot).value()
  }

  func keep(_ photo: KeptPhoto, in slot: Int) async -> Persistence {
    unwritten.withLock { $0[slot] = photo }
    return await keepAgain(in: slot)
  }

  func keepAgain(in slot: Int) async -> Persistence {
    guard let photo = unwritten.withLock({ $0[slot] }) else { return .persisted }
    do {
      try await file(slot).save(photo)
    } catch {
      return .pending(error)
    }
    unwritten.withLock { $0[slot] = nil }
    return .persisted
  }

  func clear(_ slot: Int) async -> Bool {
    unwritten.withLock { $0[slot] = nil }
    let file = file(slot)
    do {
      if try await file.value() != nil { try await file.remove() }
      return true
    } catch {
      return false
    }
  }

  private func file(_ slot: Int) -> SingleRepository<KeptPhoto> {
    files.withLock { files in
      if let file = files[slot] { return file }
      // Less than the queue, which is critical: when room is short, what was written comes first.
      let file = SingleRepository(
        .file("review-photo-\(slot)"), class: .userState, schema: Schema(KeptPhoto.self),
        in: directory)
      files[slot] = file
      return file
    }
  }
}
