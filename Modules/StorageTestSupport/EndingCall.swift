import Testing

/// A call of a contract, with its expected result in each situation that could block it forever.
///
/// A contract lists all its calls in a table, and verifies the table in each situation. A call that
/// does not end keeps its test from ending.
public struct EndingCall<Subject: Sendable, Failure: Error & Equatable>: Sendable {
  /// A situation in which a call could block forever.
  public enum Situation: Sendable {
    /// No task awaits `run()`.
    case notRunning
    /// No city has been chosen.
    case cityless
    /// The calling task is canceled.
    case cancelled
  }

  /// The expected result of a call.
  public enum Ending: Sendable {
    /// The call succeeds.
    case success
    /// The call throws this error.
    case failure(Failure)
    /// The call ends; other rules define its result.
    case any
  }

  let name: String
  private let notRunning: Ending
  private let cityless: Ending
  private let cancelled: Ending
  private let body: @Sendable (Subject) async throws -> Void

  /// Creates a call, which succeeds in every situation unless another result is given.
  public init(
    _ name: String, notRunning: Ending = .success, cityless: Ending = .success,
    cancelled: Ending = .success, _ body: @escaping @Sendable (Subject) async throws -> Void
  ) {
    self.name = name
    self.notRunning = notRunning
    self.cityless = cityless
    self.cancelled = cancelled
    self.body = body
  }

  /// Verifies that the call has the expected result in a situation.
  public func verify(_ situation: Situation, on subject: Subject) async {
    let (ending, failure) =
      switch situation {
      case .notRunning: (notRunning, await failure(on: subject))
      case .cityless: (cityless, await failure(on: subject))
      case .cancelled: (cancelled, await failureInCancelledTask(on: subject))
      }
    switch ending {
    case .success: #expect(failure == nil, "\(name)")
    case .failure(let expected): #expect(failure == expected, "\(name)")
    case .any: break
    }
  }

  /// Runs the call, cancels its task when `moment` returns, and returns the call's error.
  public func failureWhenCancelled(
    on subject: Subject, at moment: () async -> Void
  ) async -> Failure? {
    await withTaskGroup(of: Failure?.self) { group in
      group.addTask {
        await self.failure(on: subject)
      }
      await moment()
      group.cancelAll()
      return await group.next() ?? nil
    }
  }

  private func failureInCancelledTask(on subject: Subject) async -> Failure? {
    await withTaskGroup(of: Failure?.self) { group in
      group.cancelAll()
      group.addTask { await self.failure(on: subject) }
      return await group.next() ?? nil
    }
  }

  /// Runs the call and returns its error, or `nil` on success.
  ///
  /// Records an issue for an error of another type.
  public func failure(on subject: Subject) async -> Failure? {
    do { try await body(subject) } catch let error as Failure {
      return error
    } catch {
      Issue.record(error, "\(name)")
    }
    return nil
  }
}
