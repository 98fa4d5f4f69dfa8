import Foundation
import Storage
import Workloads

/// What is measured against the others: critical values, so that each write survives a power cut.
final class StoragePeer: MenuPeer, ItemPeer, ProfilePeer {
  private let folder: URL
  private var directory: StorageDirectory
  private var menus: SingleRepository<Menu>
  private let items: CollectionRepository<Item>
  private let profiles: SingleRepository<Profile>

  init(folder: URL) throws {
    self.folder = folder
    directory = StorageDirectory(folder)
    menus = Self.menus(in: directory)
    items = CollectionRepository(
      .memoryBackedByFile("items"), class: .critical, schema: Schema(Item.self), in: directory)
    profiles = SingleRepository(
      .memoryBackedByFile("profile"), class: .critical, schema: Schema(Profile.self), in: directory)
  }

  func write(_ menu: Menu) async throws {
    try await menus.save(menu)
    guard menus.persistence == .persisted else { throw Refusal("\(menus.persistence)") }
  }

  /// Reads the file: what is held in memory is let go before.
  func menu() async throws -> Menu? {
    directory.close()
    directory = StorageDirectory(folder)
    menus = Self.menus(in: directory)
    return try await menus.value()
  }

  private static func menus(in directory: StorageDirectory) -> SingleRepository<Menu> {
    SingleRepository(
      .memoryBackedByFile("menu"), class: .critical, schema: Schema(Menu.self), in: directory)
  }

  func replaceAll(_ new: [Item]) async throws {
    try await items.update { $0 = IdentifiedArray(new) }
    try await items.flush()
  }

  func save(_ item: Item) async throws {
    try await items.save(item)
    guard items.persistence == .persisted else { throw Refusal("\(items.persistence)") }
  }

  func count() async throws -> Int { try await items.elements().count }
  func item(_ id: Int) async throws -> Item? { try await items.element(id) }

  func save(_ profile: Profile) async throws {
    try await profiles.save(profile)
    guard profiles.persistence == .persisted else { throw Refusal("\(profiles.persistence)") }
  }

  func profile() async throws -> Profile? { try await profiles.value() }
}
