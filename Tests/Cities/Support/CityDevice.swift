public import Cities
public import Commerce
public import Foundation
import Sandbox
public import Storage
public import StorageTestSupport
public import Sync
public import SyncTestSupport

/// Device and network on which a test launches the app repeatedly.
public final class CityDevice: Sendable {
  /// List that the apps on each device ship: 999 cities, with revision 1.
  public static let bundle: BundledCities = {
    do { return BundledCities(contentsOf: try CityServerModel.bundledList()) } catch {
      return .empty
    }
  }()

  private let device: AppDevice<CityServerDouble>

  /// Creates a device without stored data.
  public init(_ backing: Backing = .files) {
    device = AppDevice(CityServerDouble(), backing, time: 1_795_000_000)
  }

  /// Server of the catalogs on this device.
  public var server: CityServerDouble { device.server }
  /// Gate that is open while a city is settled.
  public var gate: Gate { device.gate }
  /// Time of day, which only the test advances.
  public var time: WallClock { device.time }
  /// Directory of the stored data; the first write creates it.
  public var directory: URL { device.directory }

  /// Opens the directory again, after the previous launch has released it.
  public func storage() -> StorageDirectory { device.storage() }

  /// Creates a catalog as a new process does, which shares only the stored data.
  ///
  /// `former` is the city of a former app.
  public func launch(in language: Language, former: CityID? = nil) -> any CityCatalog {
    device.environment(in: SettledCity(gate: gate)).makeCityCatalog(
      language: language,
      bundle: Self.bundle, former: former)
  }

  /// Creates a catalog as a new process does, and starts it.
  public func start(
    in language: Language, with id: CityID? = nil, former: CityID? = nil
  ) async -> any CityCatalog {
    let catalog = launch(in: language, former: former)
    await catalog.start(with: id)
    return catalog
  }
}

extension CityDevice {
  /// Returns the sorted names of the files in the directory; empty if it does not exist.
  public func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      .filter { $0 != "caches" }.sorted()
  }

  /// Returns the bytes of a file.
  public func bytes(of name: String) throws -> Data {
    try Data(contentsOf: directory.appending(path: name))
  }

  /// Replaces the content of a file.
  public func put(_ bytes: Data, as name: String) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try bytes.write(to: directory.appending(path: name))
  }

  /// Overwrites four bytes in the middle of a file; returns the damaged bytes.
  public func damage(_ name: String) throws -> Data {
    var bytes = try bytes(of: name)
    bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 4, with: Data("oops".utf8))
    try put(bytes, as: name)
    return bytes
  }

  /// Creates a file at the path of the directory, so that nothing can be stored.
  ///
  /// Permissions are insufficient, because they do not apply to a superuser.
  public func block() throws {
    try Data("in the way".utf8).write(to: directory)
  }

  /// Removes the file that ``block()`` created.
  public func unblock() throws {
    try FileManager.default.removeItem(at: directory)
  }
}
