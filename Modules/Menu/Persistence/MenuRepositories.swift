import Networking
import Storage
import Sync

/// Repositories of this module.
///
/// Menus and stop lists are replaced as a whole, needed immediately at launch, and can be fetched
/// again. Both are therefore held in memory and backed by a file of storage class `cache`, with one
/// record per scope. The files are separate, so that frequent changes of a stop list do not rewrite
/// a menu.
struct MenuRepositories: Sendable {
  /// Most recently used menus, by scope.
  let menus: CollectionRepository<SourceSnapshot<MenuScope, MenuSnapshot>>
  /// Most recently used stop lists, by city.
  let stops: CollectionRepository<SourceSnapshot<CityID, UnavailableItems>>

  /// Schema of the menus; version 1 is the response itself, and a cache needs no way back.
  static let menuSchema = StoredSchema(SourceSnapshot<MenuScope, MenuDocument>.self)
    .step("variants and options are columns") { try $0.map(MenuSnapshot.init) }

  init(directory: StorageDirectory) {
    menus = CollectionRepository(
      .memoryBackedByFile("menus"), class: .cache, schema: Self.menuSchema, in: directory)
    stops = CollectionRepository(
      .memoryBackedByFile("menu-stops"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
      in: directory)
  }
}
