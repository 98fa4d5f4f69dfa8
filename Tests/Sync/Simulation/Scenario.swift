import Sync
import SyncTestSupport

/// The actions of the user, the device, and the network in one simulation.
///
/// A scenario and its seed determine the whole run.
struct Scenario: Sendable, Equatable {
  var seed: UInt64
  var steps: [Step]
  /// The fault of each request, in the order of sending; requests after the last have none.
  var faults: [Fault]

  init(seed: UInt64, steps: [Step], faults: [Fault] = []) {
    self.seed = seed
    self.steps = steps
    self.faults = faults
  }

  /// One event.
  ///
  /// A step that does not apply to the current state is ignored, so that every part of a scenario
  /// is a valid scenario.
  enum Step: Sendable, Hashable {
    /// The user creates a line or sets its quantity.
    case put(line: Int, quantity: Int)
    /// Like ``put(line:quantity:)``, with a dependency on a lane, which is a photo or another line.
    case link(line: Int, to: Int)
    case delete(line: Int)
    /// The user enqueues a change that the server rejects.
    case refused(line: Int)
    case upload(photo: Int)
    /// The user places an order, which depends on all earlier changes.
    case order

    /// The user retries the item at this index, modulo the number of items.
    case retry(item: Int)
    case replace(item: Int, quantity: Int)
    case discard(item: Int)

    case close(Gate.Reason)
    case open(Gate.Reason)
    case crash
    /// The app crashes, and the journal is temporarily unreadable afterwards.
    case crashLocked
    /// The app crashes and an update starts, which can decode all entries or all but one.
    case update(canRead: Bool, entry: Int)
    /// The sending task stops without a crash, or starts again.
    case stop, start
    case fillDisk, freeDisk

    /// The executor runs this number of steps.
    case run(Int)
    /// All ready tasks run, then the state is checked.
    case settle
    /// Time advances to the next deadline.
    case advance
    case jump(seconds: Int)
  }

  /// The fault of one request.
  enum Fault: Sendable, Hashable, CaseIterable {
    case none
    /// The request was certainly not sent.
    case unsent
    /// The request was sent and lost.
    case lost
    /// The request was applied and its response was lost.
    case answerLost
    case slow
    /// The request arrived twice.
    case duplicated
    /// The request arrived after the client had timed out.
    case late
    case unauthorized
    case keyInProgress
    case conflict
    /// A conflict that the app cannot rebase.
    case hopelessConflict
    case tooMany
    case serverError
    /// The server failed after it had applied the request.
    case serverErrorAfter
    /// The request was applied and its response cannot be decoded.
    case garbage
  }
}
