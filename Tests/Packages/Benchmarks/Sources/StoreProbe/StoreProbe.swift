import CBOR
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage
import Workloads

/// A program that performs one task of `Storage`, for tools that measure time, system calls, or
/// instructions.
///
///     StoreProbe nothing
///     StoreProbe save | value DIRECTORY          saves or loads one value of 2 KB
///     StoreProbe saves | appends DIRECTORY N     writes N times durably, between two output lines
///     StoreProbe menus DIRECTORY N               writes N menus of 400 KB durably, one by one
///     StoreProbe reads DIRECTORY N               reads a value held in memory N times
///     StoreProbe opens DIRECTORY N               opens a collection of 1000 additions N times
///     StoreProbe encode | decode menu | orders N
///
/// The imports are those of an app that uses `Storage` alone.
@main
enum StoreProbe {
  static func main() async throws { try await OneThread.main(perform) }

  private static func perform() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let task = arguments.first ?? "nothing"
    let place = arguments.dropFirst().first ?? ""
    let count = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
    switch task {
    case "save": try await profiles(in: place).save(.sample(1))
    case "value":
      guard try await profiles(in: place).value() == .sample(1) else { throw Refusal.noValue }
    case "saves": try await saves(count, in: place)
    case "appends": try await appends(count, in: place)
    case "menus": try await menus(count, in: place)
    case "reads":
      let profiles = profiles(in: place)
      try await profiles.save(.sample(0))
      for _ in 0..<count { _ = try await profiles.value() }
    case "opens": try await opens(count, in: place)
    case "encode": try place == "menu" ? encode(menu, count) : encode(orders, count)
    case "decode": try place == "menu" ? decode(menu, count) : decode(orders, count)
    default: break
    }
  }

  private enum Refusal: Error { case noValue }

  private static var menu: Menu { .sample(revision: 1) }
  private static var orders: [Order] { Order.samples(300) }

  private static func profiles(in path: String) -> SingleRepository<Profile> {
    SingleRepository(
      .memoryBackedByFile("profile"), class: .critical, schema: StoredSchema(Profile.self),
      in: StorageDirectory(URL(filePath: path)))
  }

  private static func saves(_ count: Int, in path: String) async throws {
    let profiles = profiles(in: path)
    try await profiles.save(.sample(0))
    printAtOnce("FROM HERE")
    for number in 0..<count { try await profiles.save(.sample(number + 1)) }
    printAtOnce("TO HERE")
  }

  private static func menus(_ count: Int, in path: String) async throws {
    let menus = SingleRepository(
      .memoryBackedByFile("menu"), class: .critical, schema: StoredSchema(Menu.self),
      in: StorageDirectory(URL(filePath: path)))
    let two = [Menu.sample(revision: 1), .sample(revision: 2)]
    for number in 0..<count { try await menus.save(two[number % 2]) }
  }

  private static func appends(_ count: Int, in path: String) async throws {
    let items = CollectionRepository(
      .memoryBackedByFile("items"), class: .critical, schema: StoredSchema(Item.self),
      in: StorageDirectory(URL(filePath: path)))
    try await items.save(.small(0))
    printAtOnce("FROM HERE")
    for id in 0..<count { try await items.save(.small(id + 1)) }
    printAtOnce("TO HERE")
  }

  private static func opens(_ count: Int, in path: String) async throws {
    func items(_ directory: StorageDirectory) -> CollectionRepository<Item> {
      CollectionRepository(
        .memoryBackedByFile("items"), class: .cache, schema: StoredSchema(Item.self), in: directory)
    }
    var directory = StorageDirectory(URL(filePath: path))
    let made = items(directory)
    for id in 0..<1000 { try await made.save(.sample(id)) }
    for _ in 0..<count {
      directory.close()
      directory = StorageDirectory(URL(filePath: path))
      guard try await items(directory).elements().count == 1000 else { throw Refusal.noValue }
    }
  }

  private static func encode(_ value: some Encodable, _ count: Int) throws {
    for _ in 0..<count { _ = try CBOREncoder().encode(value) }
  }

  private static func decode<Value: Codable>(_ value: Value, _ count: Int) throws {
    let data = try CBOREncoder().encode(value)
    for _ in 0..<count { _ = try CBORDecoder().decode(Value.self, from: data) }
  }
}
