public import Foundation
public import Networking
public import Sandbox
import Sync

/// The device and the server of a showcase, which stay when the app is killed.
@MainActor
public final class Demo<Model: ServerModel> {
  /// The options of the command line.
  public let options: ShowcaseOptions
  /// The server inside the process.
  public let sandbox: SandboxServer<Model>
  /// The device that runs the app.
  public let device: SandboxDevice

  /// A directory for files of the showcase itself; nothing else uses it.
  public let ownFolder: URL
  /// Whether the app has data of an earlier run, which the sandbox server no longer knows.
  private(set) var isServerNew: Bool
  private let store: SandboxStore<Model>?

  /// Each server has its own directory, because what a server knows exists only there.
  init(
    _ name: String, _ sandbox: SandboxServer<Model>, _ options: ShowcaseOptions, in directory: URL,
    makeStore: (URL, FileReports) -> SandboxStore<Model>?
  ) {
    self.options = options
    self.sandbox = sandbox
    func folder(_ name: String) -> URL {
      directory.appending(path: name, directoryHint: .isDirectory)
    }
    device = SandboxDevice(folder(options.server == nil ? name : "\(name)-of-server"))
    ownFolder = folder("\(name)-showcase")
    let hasData = FileManager.default.fileExists(atPath: device.folder.path(percentEncoded: false))
    isServerNew = options.server == nil && hasData
    store = options.server == nil ? makeStore(folder("\(name)-sandbox"), device.files) : nil
  }

  /// The transport to the server that the options name, or to the sandbox server.
  public var transport: any Transport {
    options.server.map { URLSessionTransport(server: $0) as any Transport } ?? sandboxTransport
  }

  /// The transport with the access token of a signed-in user in each request.
  public var signedInTransport: any Transport { sandboxTransport.signedIn(or: options.server) }

  private var sandboxTransport: any Transport {
    store.map { StoredServer(server: sandbox, store: $0) } ?? sandbox
  }

  /// Stores the data of the sandbox server, after the showcase has changed it.
  ///
  /// A request of the app that changes the data stores it, too.
  public func save() async { await store?.save(sandbox) }

  /// Notes that the user has been told of a new server.
  func noteLaunch() { isServerNew = false }

  func load() async {
    if let stored = await store?.load() { sandbox.change { $0 = stored } }
  }

  /// User-facing names of the current faults of the device and the sandbox server.
  var troubles: [String] {
    // A lost network is a fault of both.
    device.troubles + [sandbox.fault].compactMap { $0 == .offline ? nil : $0?.rawValue }
  }

  /// The commands that cause a fault of the device, with the same keys in every showcase.
  var faults: [Command<Void>] {
    var all: [Command<Void>] = [
      .now(.control("o"), "offline") { [self] in
        let text = device.switchNetwork()
        // A request that ignores the gate fails at the server.
        sandbox.fault = device.gate.reasons.contains(.offline) ? .offline : nil
        return text
      },
      .run(.control("f"), "full disk", inTurn: false) { [device] in try await device.switchDisk() },
    ]
    for index in all.indices { all[index].place = .device }
    let loseAnswer: Command<Void> = .now(.control("a"), "lose a response") { [sandbox] in
      sandbox.spoil(.answerLost)
      return DemoMessage.answerLost
    }
    return all + [loseAnswer.inSandbox]
  }
}
