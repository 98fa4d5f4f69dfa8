#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Storage

/// A session's tokens in a file that only the app's user can read (mode 0600).
///
/// For platforms without a keychain, and for tests. The file `session` has the storage class
/// `critical`.
public struct FileSecrets: SecretStore {
  private let repository: SingleRepository<Data>

  /// Creates a store in a directory; create one per directory.
  public init(in directory: StorageDirectory) {
    repository = SingleRepository(
      .file("session"), class: .critical, schema: StoredSchema(Data.self), in: directory)
  }

  /// Returns the content of the file, or `nil` if there is none.
  ///
  /// If the file was damaged, returns empty data. Empty data is not a valid session, so the session
  /// counts as damaged.
  public func load() async throws(SecretError) -> Data? {
    do throws(StorageError) { return try await repository.value() } catch {
      switch error {
      case .newer: throw .newer
      case .corrupt:
        // The repository throws this error only once, and would then return no value, which means a
        // guest. The stored empty data makes later calls report the damage, too.
        do throws(StorageError) { try await repository.save(Data()) } catch {}
        throw .damaged
      case .migrationFailed: throw .damaged
      default: throw .unavailable("\(error)")
      }
    }
  }

  /// Replaces the content of the file, or removes it for `nil`.
  public func save(_ secret: Data?) async throws(SecretError) {
    do throws(StorageError) { try await repository.update { $0 = secret } } catch {
      throw .notWritten("\(error)")
    }
  }
}
