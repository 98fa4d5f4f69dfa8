import Foundation
import Workloads

/// Foundation's JSON in a file, replaced with the same two syncs as by `Storage`, and held in memory.
final class JSONPeer: MenuPeer, ItemPeer, ProfilePeer {
  private let file: RawFile
  private var items: [Item]?
  private var positions: [Int: Int] = [:]

  init(folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = RawFile(folder.appending(path: "value.json").path)
  }

  func write(_ menu: Menu) throws { try encode(menu) }
  func menu() throws -> Menu? { try decode() }
  func save(_ profile: Profile) throws { try encode(profile) }

  func replaceAll(_ new: [Item]) throws {
    items = new
    positions = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
    try encode(new)
  }

  func save(_ item: Item) throws {
    _ = try all()
    if let position = positions[item.id] {
      items?[position] = item
    } else {
      positions[item.id] = positions.count
      items?.append(item)
    }
    try encode(items ?? [])
  }

  func all() throws -> any Collection<Item> {
    if let items { return items }
    let found: [Item] = try FileManager.default.fileExists(atPath: file.path) ? decode() : []
    positions = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.id, $0) })
    items = found
    return found
  }

  private func encode(_ value: some Encodable) throws {
    try file.replace(with: JSONEncoder().encode(value))
  }

  private func decode<Value: Decodable>() throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(filePath: file.path)))
  }
}
