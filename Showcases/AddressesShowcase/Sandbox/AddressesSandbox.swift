import Foundation
import Sandbox
import ShowcaseKit

/// A server of addresses in this process.
typealias AddressesSandbox = SandboxServer<AddressesServerModel>

extension AddressesSandbox {
  /// Creates a server without addresses.
  convenience init(pace: SandboxPace = .immediate) {
    self.init(AddressesServerModel(), pace: pace)
  }

  /// Returns the server that an earlier release has stored as JSON; the file is not changed.
  static func stored(inJSON file: URL, reports: FileReports) -> AddressesServerModel? {
    do {
      return try JSONDecoder().decode(AddressesServerModel.self, from: Data(contentsOf: file))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      reports.add("\(file.lastPathComponent) cannot be used and is left unchanged: \(error)")
      return nil
    }
  }
}
