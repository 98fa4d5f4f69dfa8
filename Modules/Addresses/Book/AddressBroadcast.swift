import Storage
import Synchronization

/// The state and everyone who watches it.
///
/// A class with a lock and not a part of the actor, so that the state is read without waiting.
final class AddressBroadcast: Sendable {
  private let current = Mutex(AddressBookState())
  private let observers = Broadcast<AddressBookState>()

  var state: AddressBookState { current.withLock { $0 } }

  func tell(_ new: AddressBookState) {
    current.withLock { state in
      guard new != state else { return }
      state = new
      observers.tell(new)
    }
  }

  func states() -> AsyncStream<AddressBookState> {
    current.withLock { observers.observe(now: $0) }
  }
}
