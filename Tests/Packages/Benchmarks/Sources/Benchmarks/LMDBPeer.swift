#if LMDB
  import CLMDB
  import Foundation
  import Workloads

  /// LMDB with manually packed values, close to the minimum cost of any storage on disk.
  final class LMDBPeer: MenuPeer, ItemPeer, ProfilePeer {
    private var environment: OpaquePointer?
    private var table: MDB_dbi = 0

    init(folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try check(mdb_env_create(&environment))
      try check(mdb_env_set_mapsize(environment, 1 << 30))
      try check(mdb_env_open(environment, folder.path, 0, 0o600))
      try transaction { try check(mdb_dbi_open($0, nil, UInt32(MDB_INTEGERKEY), &table)) }
    }

    deinit { mdb_env_close(environment) }

    func write(_ menu: Menu) throws { try put(Packing.bytes(of: menu)) }
    func menu() throws -> Menu? { try get().map(Packing.menu(in:)) }
    func save(_ profile: Profile) throws { try put(Packing.bytes(of: profile)) }

    func replaceAll(_ items: [Item]) throws {
      try transaction { transaction in
        try check(mdb_drop(transaction, table, 0))
        for item in items { try put(Packing.bytes(of: item), at: item.id, transaction) }
      }
    }

    func save(_ item: Item) throws { try put(Packing.bytes(of: item), at: item.id) }

    func all() throws -> any Collection<Item> {
      var items: [Item] = []
      try transaction(UInt32(MDB_RDONLY)) { transaction in
        var cursor: OpaquePointer?
        try check(mdb_cursor_open(transaction, table, &cursor))
        defer { mdb_cursor_close(cursor) }
        var (key, value) = (MDB_val(), MDB_val())
        while mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0 {
          items.append(Packing.item(in: Self.bytes(value)))
        }
      }
      return items
    }

    private func put(_ bytes: [UInt8], at id: Int = 0) throws {
      try transaction { try put(bytes, at: id, $0) }
    }

    private func put(_ bytes: [UInt8], at id: Int, _ transaction: OpaquePointer?) throws {
      var (id, bytes) = (id, bytes)
      try bytes.withUnsafeMutableBytes { bytes in
        try withUnsafeMutableBytes(of: &id) { id in
          var key = MDB_val(mv_size: id.count, mv_data: id.baseAddress)
          var value = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
          try check(mdb_put(transaction, table, &key, &value, 0))
        }
      }
    }

    /// Returns the bytes in place, without a copy: no write happens while they are read.
    private func get() throws -> UnsafeRawBufferPointer? {
      var found: UnsafeRawBufferPointer?
      try transaction(UInt32(MDB_RDONLY)) { transaction in
        var id = 0
        try withUnsafeMutableBytes(of: &id) { id in
          var (key, value) = (MDB_val(mv_size: id.count, mv_data: id.baseAddress), MDB_val())
          let code = mdb_get(transaction, table, &key, &value)
          if code == MDB_NOTFOUND { return }
          try check(code)
          found = Self.bytes(value)
        }
      }
      return found
    }

    private func transaction(
      _ flags: UInt32 = 0, _ body: (OpaquePointer?) throws -> Void
    ) throws {
      var transaction: OpaquePointer?
      try check(mdb_txn_begin(environment, nil, flags, &transaction))
      do {
        try body(transaction)
      } catch {
        mdb_txn_abort(transaction)
        throw error
      }
      try check(mdb_txn_commit(transaction))
    }

    private static func bytes(_ value: MDB_val) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    }

    private func check(_ code: Int32) throws {
      guard code == 0 else { throw Refusal(String(cString: mdb_strerror(code))) }
    }
  }
#endif
