import Storage
import Sync

/// What this module keeps, and how: its storage choice.
///
/// A menu is replaced whole, needed at once when the app starts, and can be had again; so is a stop
/// list. Both are held in memory, backed by a file of class `cache`, one record for each scope. They are
/// two files, so that a stop list that changes by the minute never rewrites a menu.
struct MenuRepositories: Sendable {
  /// The menus used last, by city, language and way to get an order.
  let menus: CollectionRepository<SourceSnapshot<MenuScope, MenuSnapshot>>
  /// The stop lists, by city.
  let stops: CollectionRepository<SourceSnapshot<Int, StopList>>

  /// Version 1 is the answer as it came; a cache needs no way back.
  static let menuSchema = Schema(SourceSnapshot<MenuScope, MenuDocument>.self)
    .step("variants and options are columns") { try $0.map(MenuSnapshot.init) }

  init(directory: StorageDirectory) {
    menus = CollectionRepository(
      .memoryBackedByFile("menus"), class: .cache, schema: Self.menuSchema, in: directory)
    stops = CollectionRepository(
      .memoryBackedByFile("menu-stops"), class: .cache, schema: Schema(SourceSnapshot.self),
      in: directory)
  }
}
