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

  /// Returns what an earlier release has stored as JSON, which stays as it is.
  static func stored(inJSON file: URL, reports: FileReports) -> AddressesServerModel? {
    do {
      return try JSONDecoder().decode(AddressesServerModel.self, from: Data(contentsOf: file))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      reports.add("\(file.lastPathComponent) cannot be used; it stays as it is: \(error)")
      return nil
    }
  }
}
