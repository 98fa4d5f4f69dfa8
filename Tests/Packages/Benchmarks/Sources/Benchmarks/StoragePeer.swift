import Foundation
import Storage
import Workloads

/// `Storage` with the storage class `critical`, so that each write survives a power cut.
final class StoragePeer: MenuPeer, ItemPeer, ProfilePeer {
  private let folder: URL
  private var directory: StorageDirectory
  private var menus: SingleRepository<Menu>?
  // Lazy, because no workload uses all three repositories.
  private(set) lazy var items = CollectionRepository(
    .memoryBackedByFile("items"), class: .critical, schema: StoredSchema(Item.self), in: directory)
  /// The same collection in a file alone.
  private(set) lazy var filed = CollectionRepository(
    .file("filed"), class: .critical, schema: StoredSchema(Item.self), in: directory)
  private lazy var profiles = SingleRepository(
    .memoryBackedByFile("profile"), class: .critical, schema: StoredSchema(Profile.self),
    in: directory)

  init(folder: URL) throws {
    self.folder = folder
    directory = StorageDirectory(folder)
  }

  func write(_ menu: Menu) async throws {
    let menus = menus ?? open()
    try await menus.save(menu)
    guard menus.writeStatus == .written else { throw Refusal("\(menus.writeStatus)") }
  }

  /// Reads the file after the value held in memory has been released.
  func menu() async throws -> Menu? {
    if menus != nil {
      directory.close()
      directory = StorageDirectory(folder)
    }
    return try await open().value()
  }

  private func open() -> SingleRepository<Menu> {
    let opened = SingleRepository(
      .memoryBackedByFile("menu"), class: .critical, schema: StoredSchema(Menu.self), in: directory)
    menus = opened
    return opened
  }

  func replaceAll(_ new: [Item]) async throws {
    try await items.update { $0 = IdentifiedArray(new) }
    try await items.flush()
  }

  func save(_ item: Item) async throws {
    try await items.save(item)
    guard items.writeStatus == .written else { throw Refusal("\(items.writeStatus)") }
  }

  func all() async throws -> any Collection<Item> { try await items.elements() }

  func save(_ profile: Profile) async throws {
    try await profiles.save(profile)
    guard profiles.writeStatus == .written else { throw Refusal("\(profiles.writeStatus)") }
  }
}
