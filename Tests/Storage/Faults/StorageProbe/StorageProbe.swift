import Storage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process that accesses repositories, for the scripts that inject faults.
///
/// With `--read-only` before the command, the process reads what another one writes. With `--memory`,
/// the value is also held in memory. With `--release`, the process acts as another release of the app.
/// With `--class`, the value has a lower storage class. Several commands run one after another, each
/// with a new `StorageDirectory`. The first one that fails determines the exit code.
@main
struct StorageProbe {
  static let usage = """
    StorageProbe [--read-only] [--memory] [--release 1|2|3] [--class userState|cache]
                 COMMAND DIRECTORY NAME ... [, ...]
      save SIZE TAG      remove      load      rewrite       loopsave SIZE      check
      put ID SIZE TAG    drop ID     list      rewriteall    loopappend SIZE    checkappended
      split
      increment COUNT    race OPERATIONS       planted-race OPERATIONS
    StorageProbe contest DIRECTORY FILLER SIZE flush|update
    """

  static func main() {
    let probes = CommandLine.arguments.dropFirst().split(separator: ",").map(StorageProbe.init)
    let main = OneThread()
    if probes.contains(where: { $0?.command.hasSuffix("race") == true }) {
      Task(executorPreference: globalConcurrentExecutor) { await run(probes) }
    } else {
      Task(executorPreference: main) { await run(probes) }
    }
    main.run()
  }

  private static func run(_ probes: [StorageProbe?]) async {
    var code: Int32 = probes.isEmpty ? 64 : 0
    for probe in probes {
      let ending = await probe?.ending() ?? .usage
      say(ending.line)
      if code == 0 { code = ending.code }
    }
    leave(code)
  }

  /// The words before the command.
  private struct Options {
    var isReadOnly = false
    var isHeldInMemory = false
    var release = 1
    var dataClass = StorageClass.critical

    /// Removes the options from the words; `nil` if one is invalid.
    init?(_ words: inout ArraySlice<String>) {
      while let option = words.first, option.hasPrefix("--") {
        words.removeFirst()
        switch option {
        case "--read-only": isReadOnly = true
        case "--memory": isHeldInMemory = true
        case "--release": release = words.popFirst().flatMap { Int($0) } ?? 0
        case "--class":
          let classes = ["userState": StorageClass.userState, "cache": .cache]
          guard let given = words.popFirst().flatMap({ classes[$0] }) else { return nil }
          dataClass = given
        default: return nil
        }
      }
      guard (1...3).contains(release) else { return nil }
    }
  }

  private let options: Options
  let command: String
  let name: String
  let directory: StorageDirectory
  let rest: [String]

  init?(_ words: ArraySlice<String>) {
    var words = words
    guard let options = Options(&words), words.count >= 3 else { return nil }
    self.options = options
    command = words.removeFirst()
    let url = URL(filePath: words.removeFirst())
    directory = options.isReadOnly ? .readOnly(url) : StorageDirectory(url)
    name = words.removeFirst()
    rest = Array(words)
  }

  private func ending() async -> Ending {
    defer { directory.close() }
    do throws(StorageError) {
      return switch options.release {
      case 1: try await run(SampleV1.schema)
      case 2: try await run(SampleV2.schema)
      default: try await run(SampleV3.schema)
      }
    } catch {
      return Ending(error)
    }
  }

  private func run<Value: Sample>(_ schema: StoredSchema<Value>) async throws(StorageError)
    -> Ending
  {
    let location =
      options.isHeldInMemory ? StorageLocation.memoryBackedByFile(name) : .file(name)
    // Created on use, because only one repository may own a name.
    var value: ValueCommands<Value> {
      ValueCommands(
        repository: SingleRepository(
          location, class: options.dataClass, schema: schema, in: directory))
    }
    var collection: CollectionCommands<Value> {
      CollectionCommands(
        repository: CollectionRepository(
          location, class: options.dataClass, schema: schema, in: directory))
    }

    return switch (command, rest.count) {
    case ("save", 2): try await value.save(size: number(0), tag: rest[1])
    case ("remove", 0): try await value.remove()
    case ("load", 0): try await value.load()
    case ("rewrite", 0): try await value.rewrite()
    case ("loopsave", 1): try await value.loopSave(size: number(0))
    case ("check", 0): try await value.check()
    case ("increment", 1): try await value.increment(count: number(0))
    case ("put", 3):
      try await collection.put(id: number(0), size: number(1), tag: rest[2])
    case ("drop", 1): try await collection.drop(id: number(0))
    case ("list", 0): try await collection.list()
    case ("rewriteall", 0): try await collection.rewrite()
    case ("loopappend", 1): try await collection.loopAppend(size: number(0))
    case ("checkappended", 0): try await collection.checkAppended()
    case ("split", 0): try await split(schema)
    case ("race", 1): try await Race(repository: value.repository, operations: number(0)).run()
    case ("contest", 2):
      try await Contest(directory: directory, schema: schema, size: number(0), filler: name)
        .run(byUpdate: rest[1] == "update")
    case ("planted-race", 1): await PlantedRace().run(operations: number(0))
    default: .usage
    }
  }

  /// Splits a collection into those with even and those with odd ids.
  private func split<Value: Sample>(
    _ schema: StoredSchema<Value>
  ) async throws(StorageError) -> Ending {
    let migration = RepositoryMigration("split")
      .elements(from: name, schema, to: "even", schema) { value, _ in
        value.id % 2 == 0 ? value : nil
      }
      .elements(from: name, schema, to: "odd", schema) { value, _ in
        value.id % 2 == 0 ? nil : value
      }
    if let failure = try await directory.migrate(migration).first { throw failure }
    return .done("DONE")
  }

  /// Returns the argument at `index` as a number, or zero if it is missing or malformed.
  private func number(_ index: Int) -> Int {
    rest.indices.contains(index) ? Int(rest[index]) ?? 0 : 0
  }
}
