import Foundation
import Workloads

/// The measured subjects, in the order of the table's columns.
enum Subject: String, CaseIterable {
  case storage = "ours"
  case limit = "limit"
  case json = "JSON file"
  case grdb = "GRDB"
  case grdbBlob = "GRDB, blob"
  case sqlite = "SQLite C"
  case lmdb = "LMDB"

  /// The subjects available in this build.
  static let present: [Subject] = {
    var present: [Subject] = [.storage, .limit, .json]
    #if GRDB
      present += [.grdb, .grdbBlob]
    #endif
    #if SQLITE
      present.append(.sqlite)
    #endif
    #if LMDB
      present.append(.lmdb)
    #endif
    return present
  }()
}

/// A store in its own directory; every write is synced before it returns.
protocol Peer: AnyObject {
  init(folder: URL) throws
}

/// A store of one menu, which reads the menu from disk at each call.
protocol MenuPeer: Peer {
  func write(_ menu: Menu) async throws
  func menu() async throws -> Menu?
}

/// A store of many elements by ID.
protocol ItemPeer: Peer {
  func replaceAll(_ items: [Item]) async throws
  /// Adds an element, or replaces the one with the same ID.
  func save(_ item: Item) async throws
  /// Returns all elements, completely read.
  func all() async throws -> any Collection<Item>
}

/// A store of one small value.
protocol ProfilePeer: Peer {
  func save(_ profile: Profile) async throws
  func profile() async throws -> Profile?
}

enum Peers {
  static var menus: [(Subject, any MenuPeer.Type)] {
    var peers: [(Subject, any MenuPeer.Type)] = [
      (.storage, StoragePeer.self), (.json, JSONPeer.self),
    ]
    #if GRDB
      peers += [(.grdb, GRDBPeer.self), (.grdbBlob, GRDBBlobPeer.self)]
    #endif
    #if SQLITE
      peers.append((.sqlite, SQLitePeer.self))
    #endif
    #if LMDB
      peers.append((.lmdb, LMDBPeer.self))
    #endif
    return peers
  }

  static var items: [(Subject, any ItemPeer.Type)] {
    menus.compactMap { subject, type in (type as? any ItemPeer.Type).map { (subject, $0) } }
  }

  static var profiles: [(Subject, any ProfilePeer.Type)] {
    menus.compactMap { subject, type in (type as? any ProfilePeer.Type).map { (subject, $0) } }
  }
}

/// An unexpected result, which ends the run.
struct Refusal: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
