import Foundation
import Sandbox
import ShowcaseKit

/// An in-process server that stores addresses.
typealias AddressesSandbox = SandboxServer<AddressesServerModel>

extension AddressesSandbox {
  /// Creates a server without addresses.
  convenience init(pace: SandboxPace = .immediate) {
    self.init(AddressesServerModel(), pace: pace)
  }

  /// Returns the server's data from the JSON file that an earlier release of the showcase wrote.
  ///
  /// The file stays unchanged. Returns `nil` if the file does not exist. If the file cannot be read or
  /// decoded, adds a sentence to `reports` and returns `nil`.
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
