#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking
public import Storage
public import Sync

/// Factory of ``MenuCatalog``, the entry point of this module.
public enum MenuFactory {
  /// Creates a catalog without reading from disk or sending requests.
  ///
  /// - Parameters:
  ///   - transport: Transport to the server of `/v1/menu` and `/v1/menu/stops`.
  ///   - directory: Directory of the stored menus and stop lists.
  ///   - fulfilment: Initial fulfillment method.
  ///   - context: Settled city at the start.
  ///   - gate: Gate that permits requests.
  ///   - now: Current date, such as `{ .now }`.
  /// - Returns: A catalog; create only one per directory.
  public static func makeCatalog(
    transport: any Transport, directory: StorageDirectory, fulfilment: Fulfilment,
    in context: RequestContext, gate: Gate, now: @escaping @Sendable () -> Date
  ) -> any MenuCatalog {
    DefaultMenuCatalog(
      server: MenuServer(transport: transport), kept: MenuRepositories(directory: directory),
      fulfilment: fulfilment, context: context, gate: gate, now: now)
  }
}
