#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileInspection {
  /// Returns the bytes of a file; throws if it is not a regular file or is too large for a repository.
  static func bytes(of file: URL) throws(StorageError) -> Data {
    let file = file.absoluteURL
    guard let name = LegacyDatabase.fileName(of: file) else {
      throw .unavailable(SystemFailure(noFileAt: file.path(percentEncoded: false)))
    }
    do throws(CallFailure) {
      let folder = DataDirectory.path(of: file.deletingLastPathComponent())
      return try FileDescriptor(directory: folder)
        .contents(of: name, limit: StorageClass.largestFile)
    } catch {
      let failure = SystemFailure(error, file: name)
      throw failure.isTooLarge
        ? .tooLarge(file: name, limit: StorageClass.largestFile) : .unavailable(failure)
    }
  }

  init(_ bytes: Data, named name: String) {
    size = bytes.count
    switch FileHeader.parse(bytes) {
    case .damaged(let damage):
      state = .damaged(damage)
      return
    case .newerFormat(let version):
      state = .newerFormat
      schemaVersion = version
    case .intact(let header):
      schemaVersion = header.version
      take(bytes.dropFirst(FileHeader.size))
      if let version = Self.version(in: name), version != header.version {
        state = .damaged(.foreign)
      }
    }
    let number: UInt32? = bytes.withUnsafeBytes { $0.littleEndian(at: 4) }
    format = number.map(Int.init)
  }

  private mutating func take(_ bytes: Data) {
    let scan = RecordScan(bytes)
    // A repository recovers the intact records of a damaged collection, but no part of a single value.
    // So no intact records are reported for a single value whose record is damaged.
    if let payload = scan.records.first?.record.payload, Kind(of: payload) == .value,
      let damage = Self.damage(ofValue: bytes), !Record.isIntact(bytes)
    {
      state = .damaged(damage)
      return
    }
    records = scan.records.count
    guard let first = scan.records.first?.record, let last = scan.records.last?.record else {
      state = .damaged(scan.isDamaged ? .checksum : .length)
      return
    }
    lastSequence = last.sequence
    lastWrite = last.time == 0 ? nil : last.time
    let kind = Kind(of: first.payload)
    self.kind = kind
    do throws(DecodingFailure) {
      switch kind {
      case .value:
        state = Self.damage(ofValue: bytes).map(State.damaged) ?? .intact
        content = try CBORJSON.text(of: first.payload)
      case .collection:
        state = scan.isDamaged ? .damaged(.checksum) : scan.isCut ? .cutOff : .intact
        content = try Self.text(of: scan.records.map(\.record))
      }
    } catch {
      guard case .undecodable(let place) = error else { return }
      state = .damaged(.undecodable(place))
    }
  }

  /// Returns the damage to the record of a single value, or `nil` when the record is intact.
  private static func damage(ofValue bytes: Data) -> Damage? {
    switch Record.parse(bytes) {
    case .intact(_, _, bytes.count): nil
    case .intact, .cut: .length
    case .damaged: .checksum
    }
  }

  /// Returns the schema version in the name of a repository's file; `nil` for any other name.
  ///
  /// The name may be that of a damaged file, which a repository renames by adding `.corrupt`.
  private static func version(in name: String) -> Int? {
    var words = name.split(separator: ".")
    if words.last == "corrupt" { words.removeLast() }
    guard words.popLast() == "store", let last = words.last, last.first == "v" else { return nil }
    return Int(last.dropFirst())
  }
}

extension FileInspection.Kind {
  /// Determines whether a payload is a single value or a collection, by its first byte and its length.
  ///
  /// A collection's payload is a sequence of ``CollectionPart`` values. Each begins with the byte 0 or
  /// 1, and has at least five bytes. The payload of a single value is a CBOR item. A CBOR item that
  /// begins with 0 or 1 has only this byte, so a longer payload belongs to a collection. An empty
  /// payload belongs to a collection, too.
  init(of payload: Data) {
    let isParts = payload.first.map { $0 <= 1 && payload.count > 1 } ?? true
    self = isParts ? .collection : .value
  }
}
