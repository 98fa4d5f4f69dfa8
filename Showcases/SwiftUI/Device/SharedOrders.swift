import Foundation
import Orders
import Storage

/// The active orders in the container of an app group, which a widget can read while the app runs.
///
/// The app group contains only these orders. The directory of the features stays in the app's
/// container, because the app locks the directory while it runs. A suspended app with a lock in an
/// app group is ended by the system.
struct SharedOrders {
  private let directory: StorageDirectory
  private let orders: SingleRepository<[OrderSnapshot]>

  /// Opens the orders for the app, which writes them.
  init(writtenTo container: URL) {
    self.init(in: StorageDirectory(container))
  }

  /// Opens the orders for an extension, which only reads them.
  init(readFrom container: URL) {
    self.init(in: .readOnly(container))
  }

  private init(in directory: StorageDirectory) {
    self.directory = directory
    orders = SingleRepository(
      .file("orders"), class: .critical, schema: StoredSchema([OrderSnapshot].self), in: directory)
  }

  /// Writes the active orders, and then releases the lock of the directory.
  func publish(_ active: [Order]) async throws(StorageError) {
    try await orders.save(active.map { OrderSnapshot($0) })
    try await directory.suspend()
  }

  /// Returns the orders that the app wrote last; empty if the app has never written any.
  func snapshots() async throws(StorageError) -> [OrderSnapshot] {
    try await orders.value() ?? []
  }
}
