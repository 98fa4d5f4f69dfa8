import Foundation

/// Damage to the files of a directory, repeatable from its description.
indirect enum Fault: Sendable, Hashable, CustomStringConvertible {
  /// Inverts one bit of a file.
  case flip(String, bit: Int)
  /// Truncates a file to a length in bytes.
  case cut(String, length: Int)
  /// Replaces the bytes of a file from an offset on by zeros.
  case zeros(String, from: Int)
  case missing(String)
  /// Appends the content of a file to itself.
  case doubled(String)
  /// Copies a file to another name.
  case copied(String, to: String)
  case swapped(String, String)
  /// Replaces the content of a file by that of another module's file.
  case foreign(String, from: String)
  case both(Fault, Fault)

  var description: String {
    switch self {
    case .flip(let file, let bit): "flip \(file) \(bit)"
    case .cut(let file, let length): "cut \(file) \(length)"
    case .zeros(let file, let offset): "zeros \(file) \(offset)"
    case .missing(let file): "missing \(file)"
    case .doubled(let file): "doubled \(file)"
    case .copied(let file, let name): "copied \(file) \(name)"
    case .swapped(let first, let second): "swapped \(first) \(second)"
    case .foreign(let file, let other): "foreign \(file) \(other)"
    case .both(let first, let second): "\(first) + \(second)"
    }
  }

  /// Parses a description; returns `nil` if the text is not one.
  init?(_ text: String) {
    if let plus = text.range(of: " + ") {
      guard let first = Fault(String(text[..<plus.lowerBound])),
        let second = Fault(String(text[plus.upperBound...]))
      else { return nil }
      self = .both(first, second)
      return
    }
    let words = text.split(separator: " ").map(String.init)
    guard words.count >= 2 else { return nil }
    let number = words.count > 2 ? Int(words[2]) : nil
    switch (words[0], number, words.count) {
    case ("flip", let bit?, 3): self = .flip(words[1], bit: bit)
    case ("cut", let length?, 3): self = .cut(words[1], length: length)
    case ("zeros", let offset?, 3): self = .zeros(words[1], from: offset)
    case ("missing", _, 2): self = .missing(words[1])
    case ("doubled", _, 2): self = .doubled(words[1])
    case ("copied", _, 3): self = .copied(words[1], to: words[2])
    case ("swapped", _, 3): self = .swapped(words[1], words[2])
    case ("foreign", _, 3): self = .foreign(words[1], from: words[2])
    default: return nil
    }
  }

  /// The files that the damage changes or creates.
  var files: Set<String> {
    switch self {
    case .flip(let file, _), .cut(let file, _), .zeros(let file, _), .missing(let file),
      .doubled(let file), .foreign(let file, _):
      [file]
    case .copied(let file, let name): [file, name]
    case .swapped(let first, let second): [first, second]
    case .both(let first, let second): first.files.union(second.files)
    }
  }

  /// Applies the damage to the original `files`; `library` has the files of all modules.
  func apply(to files: inout Folder, library: Folder) {
    switch self {
    case .flip(let file, let bit):
      guard var bytes = files[file], bit / 8 < bytes.count else { return }
      bytes[bytes.startIndex + bit / 8] ^= 1 << (bit % 8)
      files[file] = bytes
    case .cut(let file, let length): files[file] = files[file].map { Data($0.prefix(length)) }
    case .zeros(let file, let offset):
      files[file] = files[file].map { bytes in
        let kept = bytes.prefix(offset)
        return kept + Data(count: bytes.count - kept.count)
      }
    case .missing(let file): files[file] = nil
    case .doubled(let file): files[file] = files[file].map { $0 + $0 }
    case .copied(let file, let name): files[name] = files[file]
    case .swapped(let first, let second):
      (files[first], files[second]) = (files[second], files[first])
    case .foreign(let file, let other): files[file] = library[other]
    case .both(let first, let second):
      first.apply(to: &files, library: library)
      second.apply(to: &files, library: library)
    }
  }
}

/// The contents of files, by relative path in a directory.
typealias Folder = [String: Data]

extension Folder {
  /// Reads all files in a directory.
  init(reading folder: URL) throws {
    self.init()
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return }
    for case let path as String in paths {
      let attributes = paths.fileAttributes
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      self[path] = try Data(contentsOf: folder.appending(path: path))
    }
  }

  /// Writes all files into a directory, and creates the directory if it is missing.
  func write(to folder: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, bytes) in self {
      let file = folder.appending(path: path)
      if path.contains("/") {
        try manager.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      try bytes.write(to: file)
    }
  }
}

/// Returns the name of the repository that a file belongs to.
func repository(of path: String) -> String {
  let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? Substring(path).utf8
  // The file is named `NAME.vN.store`, with a suffix after it was set aside.
  for place in name.indices where name[place...].starts(with: ".v".utf8) {
    let digits = name[place...].dropFirst(2)
    let rest = digits.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if rest.startIndex > digits.startIndex, rest.starts(with: ".store".utf8) {
      return String(Substring(name[..<place]))
    }
  }
  return String(Substring(name))
}
