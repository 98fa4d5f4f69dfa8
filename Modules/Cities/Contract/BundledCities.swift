public import Foundation
import Networking

/// The list of cities that an app ships, for the time before the server has sent a list.
///
/// The list is shown until the device has stored a list from the server, and again if the stored list is
/// damaged. Its revision is never compared with that of a list from the server, because another service
/// may have numbered it.
///
/// ```swift
/// let bundle = file.map(BundledCities.init(contentsOf:)) ?? .empty
/// return environment.makeCityCatalog(language: "ru", bundle: bundle)
/// ```
public struct BundledCities: Sendable {
  /// No list; a picker has no rows until the server's list has been fetched.
  public static let empty = BundledCities { () throws(UnusableBody) in .empty }

  private let contents: Lazy<Result<CityListDocument, UnusableBody>>

  /// Creates the list from a file with the server's response to `GET /v1/cities`.
  ///
  /// The file is read at the first use, once for all catalogs with this value. A row that breaks a rule is
  /// left out, and a file that cannot be read is an empty list; ``CityList/problem`` has the reason.
  public init(contentsOf file: URL) {
    self.init { () throws(UnusableBody) in
      do { return try Data(contentsOf: file) } catch { throw UnusableBody(reason: "\(error)") }
    }
  }

  /// Creates the list from the body of the server's response to `GET /v1/cities`.
  ///
  /// The body is decoded at the first use, with the consequences of ``init(contentsOf:)``.
  public init(json: Data) { self.init { () throws(UnusableBody) in json } }

  private init(_ read: @escaping @Sendable () throws(UnusableBody) -> Data) {
    self.init { () throws(UnusableBody) in
      try CityListDocument(HTTPResponse(status: 200, body: try read()))
    }
  }

  /// Creates the list from a closure, which is called at most once.
  init(_ read: @escaping @Sendable () throws(UnusableBody) -> CityListDocument) {
    contents = Lazy { Result(catching: read) }
  }

  func document() throws(UnusableBody) -> CityListDocument { try contents.value.get() }
}
