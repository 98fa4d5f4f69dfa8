public import Sync

/// The reason for a failed call; nothing was changed.
public enum SampleError: SyncFailure, Hashable {
  /// An error that is not specific to this feature, such as a failed fetch.
  case sync(SyncError)
  /// The note contains only white space: ask for a text.
  case empty
}

extension SampleError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .empty: "the note is empty; write a text"
    }
  }
}
