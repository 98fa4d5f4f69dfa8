#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileInspection {
  /// The bytes of a regular file, by the way that repositories read.
  static func bytes(of file: URL) throws(StorageError) -> Data {
    let file = file.absoluteURL
    guard let name = AbandonedDatabase.fileName(of: file) else {
      throw .unavailable(
        SystemFailure(call: "openat", file: file.path(percentEncoded: false), code: EINVAL))
    }
    do throws(CallFailure) {
      let folder = Folder.path(of: file.deletingLastPathComponent())
      // Non-blocking, so that a pipe by this name cannot hold us up.
      let content = try Descriptor(name, in: Descriptor(directory: folder), O_RDONLY | O_NONBLOCK)
      let size = try content.sizeOfRegularFile()
      guard size <= DataClass.largestFile else { throw CallFailure(call: "fstat", code: EFBIG) }
      return try content.readAll(upTo: size)
    } catch {
      let failure = SystemFailure(error, file: name)
      throw failure.isTooLarge
        ? .tooLarge(file: name, limit: DataClass.largestFile) : .unavailable(failure)
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
    // A collection is saved record by record, a value whole or not at all.
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

  /// What is wrong with the one record that a value has.
  private static func damage(ofValue bytes: Data) -> Damage? {
    switch Record.parse(bytes) {
    case .intact(_, _, bytes.count): nil
    case .intact, .cut: .length
    case .damaged: .checksum
    }
  }

  /// The version that a repository would ask of a file by this name, whether set aside or not.
  private static func version(in name: String) -> Int? {
    var words = name.split(separator: ".")
    if words.last == "corrupt" { words.removeLast() }
    guard words.popLast() == "store", let last = words.last, last.first == "v" else { return nil }
    return Int(last.dropFirst())
  }
}

extension FileInspection.Kind {
  /// Tells a collection by its first byte.
  ///
  /// A part begins with 0 or 1 and has five bytes at least. A CBOR item that begins so is one of
  /// the numbers 0 and 1, and ends there. Only a collection can be empty.
  init(of payload: Data) {
    let isParts = payload.first.map { $0 <= 1 && payload.count > 1 } ?? true
    self = isParts ? .collection : .value
  }
}
