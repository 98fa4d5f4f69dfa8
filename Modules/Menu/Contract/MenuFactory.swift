#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking
public import Storage
public import Sync

/// Makes this module's one entry.
public enum MenuFactory {
  /// Makes a catalog; nothing is read or sent before the first call to it.
  ///
  /// - Parameters:
  ///   - transport: Reaches the server that serves `/v1/menu` and `/v1/menu/stops`.
  ///   - directory: Where the menus used last are kept.
  ///   - fulfilment: How an order is got, to begin with.
  ///   - context: The settled city to begin with.
  ///   - gate: Whether anything may be asked.
  ///   - now: Tells the time of day, such as `{ .now }`.
  /// - Returns: A catalog; make one per directory.
  public static func makeCatalog(
    transport: any Transport, directory: StorageDirectory, fulfilment: Fulfilment,
    in context: RequestContext, gate: Gate, now: @escaping @Sendable () -> Date
  ) -> any MenuCatalog {
    DefaultMenuCatalog(
      server: MenuServer(transport: transport), kept: MenuRepositories(directory: directory),
      fulfilment: fulfilment, context: context, gate: gate, now: now)
  }
}
