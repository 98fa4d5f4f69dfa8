import Networking

/// A pure machine: it receives events, changes its state, and returns the effects to perform.
///
/// A machine has no clock and does not suspend. A ``Desk`` performs its effects, and tells it by another
/// event how they have ended.
protocol Machine: Sendable {
  associatedtype Event: MachineEvent
  /// The work of a task, such as a write or a request; its end is an event.
  associatedtype Work: Sendable

  /// Changes the state; `now` is the time since the machine was created.
  mutating func handle(_ event: Event, at now: Duration) -> [Effect<Work>]

  /// Returns whether the work is a request; requests end with the task that makes them.
  static func isRequest(_ work: Work) -> Bool
  /// Returns whether a request may still be made when its turn has come.
  func permits(_ request: Work) -> Bool
  /// Returns the event after a request was abandoned before it was made.
  static func abandoned(_ request: Work) -> Event?
}

/// The events of each machine.
protocol MachineEvent: Sendable {
  /// The surroundings have changed.
  static func surroundings(_ surroundings: Surroundings) -> Self
  /// The time of an effect ``Effect/wake(at:)`` has come.
  static var woke: Self { get }
  /// The call of a waiter was canceled.
  static func canceled(_ waiter: Waiter) -> Self
}

/// An action that a machine requests.
enum Effect<Work: Sendable>: Sendable {
  case work(Work)
  /// Sends the machine its event ``MachineEvent/woke`` at this time.
  case wake(at: Duration)
  /// Closes the ``Gate``.
  case close(Gate.Reason)
  /// Tells the observers of the app's ``Diagnostics``.
  case report(DiagnosticEvent)
  /// Ends a call, with an error or successfully.
  case reply(Waiter, SyncError?)
}

extension Effect: Equatable where Work: Equatable {}

/// The facts about its surroundings that a machine knows.
struct Surroundings: Sendable, Equatable {
  var closed: Set<Gate.Reason> = []
  /// The number of times that the ``Gate`` was closed.
  var closings = 0
  /// The chosen city.
  var context: RequestContext?
  /// Whether `run()` is running.
  var isRunning = false
  /// The number of consumers of the states.
  var observers = 0

  var isOnline: Bool { closed.isEmpty && context != nil }
}
