import Foundation
import Orders
import Storage

/// The active orders in the container of an app group, which a widget can read while the app runs.
///
/// All other data is stored in the app's own container. The app locks the directory of that data, and
/// still holds the lock when the system suspends the app. In the container of an app group, such a lock
/// would make the system end the app.
struct SharedOrders {
  private let directory: StorageDirectory
  private let orders: SingleRepository<[OrderSnapshot]>

  /// Creates the shared orders for the app, which writes them to `container`.
  init(writtenTo container: URL) {
    self.init(in: StorageDirectory(container))
  }

  /// Creates the shared orders for an app extension, which only reads them from `container`.
  init(readFrom container: URL) {
    self.init(in: .readOnly(container))
  }

  private init(in directory: StorageDirectory) {
    self.directory = directory
    orders = SingleRepository(
      .file("orders"), class: .critical, schema: StoredSchema([OrderSnapshot].self), in: directory)
  }

  /// Writes the active orders, and then releases the lock of the directory that contains them.
  ///
  /// The lock is released even after a failed write, because the system ends a suspended app that
  /// holds a lock in the container of an app group.
  func publish(_ active: [Order]) async throws(StorageError) {
    var failure: StorageError?
    do throws(StorageError) {
      try await orders.save(active.map { OrderSnapshot($0) })
    } catch {
      failure = error
    }
    try await directory.suspend()
    if let failure { throw failure }
  }

  /// Returns the orders that the app wrote last; empty if the app has never written any.
  func snapshots() async throws(StorageError) -> [OrderSnapshot] {
    try await orders.value() ?? []
  }
}
