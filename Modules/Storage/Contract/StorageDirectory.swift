#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The directory in which a group of repositories keeps its files.
///
/// It is made, readable by its owner only, when something is first written to it. Caches are in a
/// folder `caches` inside it, so that they can be left out of a backup and given up together.
public struct StorageDirectory: Sendable, Hashable {
  let path: String

  /// Names the directory at `url`, a file URL, without touching it.
  public init(_ url: URL) {
    var path = url.path(percentEncoded: false)
    // One spelling per directory, and none that follows a link at its end.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  func folder(for dataClass: DataClass) -> Folder {
    switch dataClass.worth {
    case .critical: Folder(path: path, durability: .powerCut)
    case .userState: Folder(path: path, durability: .crash)
    case .cache: Folder(path: "\(path)/caches", durability: .nothing)
    }
  }
}
