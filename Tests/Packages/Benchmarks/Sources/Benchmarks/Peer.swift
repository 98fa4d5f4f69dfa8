import Foundation
import Workloads

/// The measured subjects, in the order of the table's columns.
enum Subject: String, CaseIterable {
  case storage = "ours"
  case limit = "limit"
  case json = "JSON file"
  case grdb = "GRDB"
  case grdbBlob = "GRDB, blob"
  case lmdb = "LMDB"

  /// The subjects available in this build.
  static let present = allCases.filter { subject in
    subject == .limit || Peers.menus.contains { $0.0 == subject }
  }
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

/// A store of many elements by id.
protocol ItemPeer: Peer {
  func replaceAll(_ items: [Item]) async throws
  /// Adds an element, or replaces the one with the same id.
  func save(_ item: Item) async throws
  /// Returns all elements, completely read.
  func all() async throws -> any Collection<Item>
}

/// A store of one small value.
protocol ProfilePeer: Peer {
  func save(_ profile: Profile) async throws
}

enum Peers {
  static var menus: [(Subject, any MenuPeer.Type)] {
    var peers: [(Subject, any MenuPeer.Type)] = [
      (.storage, StoragePeer.self), (.json, JSONPeer.self),
    ]
    #if GRDB
      peers += [(.grdb, GRDBPeer.self), (.grdbBlob, GRDBBlobPeer.self)]
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
