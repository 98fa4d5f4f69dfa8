import Testing

/// A call of a contract and its result in each situation in which a call might never end.
///
/// A contract lists all its calls as a table and verifies the table in each situation. A call that does
/// not end runs into the time limit of its suite.
package struct EndingCall<Subject: Sendable, Failure: Error & Equatable>: Sendable {
  /// A situation in which a call might never end.
  package enum Situation: Sendable {
    /// No task awaits `run()`.
    case notRunning
    /// No city has been entered.
    case cityless
    /// The calling task has been cancelled.
    case cancelled
  }

  /// The result of a call.
  package enum Ending: Sendable {
    /// The call does its work.
    case success
    /// The call throws this error.
    case failure(Failure)
    /// The call ends; other rules say how.
    case any
  }

  let name: String
  private let notRunning: Ending
  private let cityless: Ending
  private let cancelled: Ending
  private let body: @Sendable (Subject) async throws -> Void

  package init(
    _ name: String, notRunning: Ending = .success, cityless: Ending = .success,
    cancelled: Ending = .success, _ body: @escaping @Sendable (Subject) async throws -> Void
  ) {
    self.name = name
    self.notRunning = notRunning
    self.cityless = cityless
    self.cancelled = cancelled
    self.body = body
  }

  /// Verifies that the call ends as the table says.
  package func verify(_ situation: Situation, on subject: Subject) async {
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

  /// The error of a call whose task is cancelled as soon as `moment` has come.
  package func failureWhenCancelled(
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

  /// The error of a call.
  package func failure(on subject: Subject) async -> Failure? {
    do { try await body(subject) } catch let error as Failure {
      return error
    } catch {
      Issue.record(error, "\(name)")
    }
    return nil
  }
}
