import Storage
import StorageTestSupport

/// The location and the class of a repository; a rule without a reason for less holds for all.
enum RepositoryForm: CaseIterable, Sendable {
  case memory
  case criticalFile, cacheFile
  case memoryWithCriticalFile, memoryWithCacheFile

  /// The forms whose values outlive a restart.
  static let withFile = allCases.filter { $0 != .memory }

  /// Returns a new repository of one value; in a file, this simulates a restart.
  func single() -> SingleRepository<[Int]> {
    guard let location else { return SingleRepository() }
    return SingleRepository(
      location, class: storageClass, schema: StoredSchema([Int].self),
      in: StorageDirectory(TemporaryDirectory.url))
  }

  /// Returns a new repository of many values; in a file, this simulates a restart.
  func collection() -> CollectionRepository<Note> {
    guard let location else { return CollectionRepository() }
    return CollectionRepository(
      location, class: storageClass, schema: StoredSchema(Note.self),
      in: StorageDirectory(TemporaryDirectory.url))
  }

  private var location: StorageLocation? {
    switch self {
    case .memory: nil
    case .criticalFile, .cacheFile: .file("value")
    case .memoryWithCriticalFile, .memoryWithCacheFile: .memoryBackedByFile("value")
    }
  }

  private var storageClass: StorageClass {
    self == .cacheFile || self == .memoryWithCacheFile ? .cache : .critical
  }
}
