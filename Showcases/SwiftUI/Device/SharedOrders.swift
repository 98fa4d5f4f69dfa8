import Foundation
import Orders
import Storage

/// The active orders in the container of an app group, which a widget reads while the app runs.
///
/// The features' directory stays in the container of the app: it is locked while the app runs, and the
/// system ends an app that is suspended with a lock in an app group.
struct SharedOrders {
  private let directory: StorageDirectory
  private let orders: SingleRepository<[OrderSnapshot]>

  /// Creates the orders for the app, which writes them.
  init(writtenTo container: URL) {
    self.init(in: StorageDirectory(container))
  }

  /// Creates the orders for an extension, which reads them.
  init(readFrom container: URL) {
    self.init(in: .readOnly(container))
  }

  private init(in directory: StorageDirectory) {
    self.directory = directory
    orders = SingleRepository(
      .file("orders"), class: .critical, schema: StoredSchema([OrderSnapshot].self), in: directory)
  }

  /// Writes the active orders, and holds no lock afterward.
  func publish(_ active: [Order]) async throws(StorageError) {
    try await orders.save(active.map { OrderSnapshot($0) })
    try await directory.suspend()
  }

  /// Returns the orders that the app has written last.
  func snapshots() async throws(StorageError) -> [OrderSnapshot] {
    try await orders.value() ?? []
  }
}
