import Addresses
import Cart
import OrderRating
import Orders
public import Profile
import Storage
public import Sync

/// The reason why a feature of a ``FoodApp`` has stopped, or why a part of a guest's data was not moved.
public enum FeatureFailure: Error, Sendable, Hashable {
  /// The stored data of the feature cannot be read or written, or a call was canceled.
  ///
  /// ``FoodApp/restart(_:)`` throws `.sync(.cancelled)` if the calling task was canceled.
  case sync(SyncError)
  /// An error of the session; for example, its tokens cannot be read before the device's first unlock.
  case session(SessionError)
  /// The feature has failed with an error of any other type; the text describes the error for a log.
  case other(String)

  init(_ error: any Error) {
    self =
      switch error {
      case CartError.sync(let error): .sync(error)
      case AddressError.sync(let error): .sync(error)
      case OrdersError.sync(let error): .sync(error)
      case ReviewError.sync(let error): .sync(error)
      case ProfileError.sync(let error): .sync(error)
      case let error as SyncError: .sync(error)
      case let error as StorageError: .sync(.storage(error))
      case let error as SessionError: .session(error)
      default: .other("\(error)")
      }
  }
}

extension FeatureFailure: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .session(let error): "\(error)"
    case .other(let text): text
    }
  }
}
