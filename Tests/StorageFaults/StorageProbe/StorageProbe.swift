import Storage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One access to a repository from a process of its own, for the scripts that break things.
///
/// With `--memory` before the command, the value is also held in memory.
@main
struct StorageProbe {
  static let usage = """
    StorageProbe [--memory] COMMAND DIRECTORY NAME ...
      save SIZE TAG      remove      load      loopsave SIZE      check      increment COUNT
      put ID SIZE TAG    drop ID     list      loopappend SIZE    checkappended
      race OPERATIONS    planted-race OPERATIONS
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isHeldInMemory = arguments.first == "--memory"
    if isHeldInMemory { arguments.removeFirst() }
    guard arguments.count >= 3 else { Ending(code: 64, line: usage).exit() }
    let probe = StorageProbe(
      command: arguments[0],
      location: isHeldInMemory ? .memoryBackedByFile(arguments[2]) : .file(arguments[2]),
      directory: StorageDirectory(URL(filePath: arguments[1])),
      rest: Array(arguments[3...]))

    let main = OneThread()
    if probe.command.hasSuffix("race") {
      Task(executorPreference: globalConcurrentExecutor) { await probe.end() }
    } else {
      Task(executorPreference: main) { await probe.end() }
    }
    main.run()
  }

  let command: String
  let location: Location
  let directory: StorageDirectory
  let rest: [String]

  func end() async {
    let ending: Ending
    do throws(StorageError) {
      ending = try await run()
    } catch {
      ending = Ending(error)
    }
    ending.exit()
  }

  private func run() async throws(StorageError) -> Ending {
    let schema = Schema(Sample.self)
    let value = ValueCommands(
      repository: SingleRepository(location, class: .critical, schema: schema, in: directory))
    let collection = CollectionCommands(
      repository: CollectionRepository(location, class: .critical, schema: schema, in: directory))
    let race = Race(repository: value.repository, operations: number(0))

    return switch (command, rest.count) {
    case ("save", 2): try await value.save(size: number(0), tag: rest[1])
    case ("remove", 0): try await value.remove()
    case ("load", 0): try await value.load()
    case ("loopsave", 1): try await value.loopSave(size: number(0))
    case ("check", 0): try await value.check()
    case ("increment", 1): try await value.increment(count: number(0))
    case ("put", 3):
      try await collection.put(id: number(0), size: number(1), tag: rest[2])
    case ("drop", 1): try await collection.drop(id: number(0))
    case ("list", 0): try await collection.list()
    case ("loopappend", 1): try await collection.loopAppend(size: number(0))
    case ("checkappended", 0): try await collection.checkAppended()
    case ("race", 1): try await race.run()
    case ("planted-race", 1): await PlantedRace().run(operations: number(0))
    default: Ending(code: 64, line: Self.usage)
    }
  }

  /// The argument at `index` as a number; zero for what is none.
  private func number(_ index: Int) -> Int {
    rest.indices.contains(index) ? Int(rest[index]) ?? 0 : 0
  }
}
