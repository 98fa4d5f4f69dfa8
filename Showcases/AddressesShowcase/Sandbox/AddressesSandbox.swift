import AddressesServerModel
import Foundation
import ShowcaseKit

/// A server of addresses inside the process.
typealias AddressesSandbox = Sandbox<AddressesServerModel>

extension AddressesSandbox {
  /// Makes a server without an address.
  convenience init() {
    self.init(AddressesServerModel()) { $0.answer($1) }
  }

  /// Makes a server that goes on with what the file has, if there is one.
  convenience init(keptIn file: URL) throws {
    self.init()
    guard FileManager.default.fileExists(atPath: file.path()) else { return }
    let kept = try JSONDecoder().decode(AddressesServerModel.self, from: Data(contentsOf: file))
    change { $0 = kept }
  }

  /// Keeps what the server has for the next run of the showcase.
  func keep(in file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(model).write(to: file)
  }
}
