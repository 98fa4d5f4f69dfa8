import AddressesServerModel
import Foundation
import Networking
import Synchronization

/// A server of addresses inside the process, with answers that can be lost on their way.
final class AddressesSandbox: Sendable {
  private struct State {
    var model: AddressesServerModel
    var lostAnswers = 0
    var changes = 0
  }

  private let state: Mutex<State>
  private let file: URL?

  /// Goes on with what the file has, or begins without an address.
  init(keptIn file: URL? = nil) throws {
    self.file = file
    var model = AddressesServerModel()
    if let file, FileManager.default.fileExists(atPath: file.path()) {
      model = try JSONDecoder().decode(AddressesServerModel.self, from: Data(contentsOf: file))
    }
    state = Mutex(State(model: model))
  }

  /// The server itself.
  var model: AddressesServerModel { state.withLock { $0.model } }

  /// How many changes have arrived, those included that had arrived before.
  var changes: Int { state.withLock { $0.changes } }

  /// Does something at the server.
  func change(_ body: (inout AddressesServerModel) -> Void) {
    state.withLock { body(&$0.model) }
  }

  /// Loses the next answers to changes.
  func loseAnswers(_ count: Int) {
    state.withLock { $0.lostAnswers = count }
  }

  /// Answers as the server does; `nil` when the answer gets lost.
  func answer(_ request: HTTPRequest) -> HTTPResponse? {
    state.withLock { state in
      let answer = state.model.answer(request)
      guard request.method != .get else { return answer }
      state.changes += 1
      guard state.lostAnswers > 0 else { return answer }
      state.lostAnswers -= 1
      return nil
    }
  }

  /// Keeps what the server has for the next run of the showcase.
  func keep() throws {
    guard let file else { return }
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(model).write(to: file)
  }
}

/// The way to the sandbox: at the pace of its clock, and now and then without an answer.
struct AddressesSandboxTransport: Transport {
  let sandbox: AddressesSandbox
  /// How long an answer takes, by a clock.
  let pause: @Sendable () async throws -> Void

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    do { try await pause() } catch { throw .cancelled }
    guard let answer = sandbox.answer(request) else { throw .connectionLost }
    return answer
  }
}
