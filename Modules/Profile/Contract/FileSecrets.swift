public import Foundation
public import Storage
import Synchronization

/// A store of a session's tokens in a file that only the app's user can read (mode 0600).
///
/// Use it on platforms without a keychain, and in tests. The file `session` has the storage class
/// `critical`: a completed write survives a power cut.
public struct FileSecrets: SecretStore {
  private let repository: SingleRepository<Data>

  /// Creates a store; create only one for each directory.
  public init(in directory: StorageDirectory) {
    repository = SingleRepository(
      .file("session"), class: .critical, schema: StoredSchema(Data.self), in: directory)
  }

  /// Returns the content of the file, or `nil` if no session is stored.
  ///
  /// The first call for a damaged file throws ``SecretError/damaged``. Later calls return empty data,
  /// which the session treats as damaged.
  public func load() async throws(SecretError) -> Data? {
    do throws(StorageError) { return try await repository.value() } catch {
      switch error {
      case .newer: throw .newer
      case .corrupt:
        // The repository reports the damage only once. The next call would return `nil`, which means
        // that no user is signed in. So empty data is stored, which the session treats as damaged.
        do throws(StorageError) { try await repository.save(Data()) } catch {}
        throw .damaged
      default: throw .unavailable("\(error)")
      }
    }
  }

  /// Replaces the content of the file, or removes the content if `secret` is `nil`.
  public func save(_ secret: Data?) async throws(SecretError) {
    let former = Mutex(Data?.none)
    do throws(StorageError) {
      try await repository.update { value in
        former.withLock { $0 = value }
        value = secret
      }
    } catch {
      // The file already contains the new value. The former value is written back, because the stored
      // session must be unchanged after an error.
      if case .notDurable = error {
        let former = former.withLock { $0 }
        do throws(StorageError) { try await repository.update { $0 = former } } catch {}
      }
      throw .notWritten("\(error)")
    }
  }
}
