import Storage

/// Four writers and four readers of one repository, for a run under a sanitizer.
struct Race<Value: Sample> {
  let repository: SingleRepository<Value>
  let operations: Int

  func run() async throws(StorageError) -> Ending {
    let torn = await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { await write() }
        group.addTask { await read() }
      }
      return await group.reduce(0, +)
    }
    let total = try await repository.value()?.id ?? 0
    let line = "VALUE \(total) torn=\(torn)"
    return torn == 0 && total == 4 * operations ? .done(line) : .mixed(line)
  }

  private func write() async -> Int {
    for _ in 0..<operations {
      do {
        try await repository.update { $0 = Value(number: ($0?.id ?? 0) + 1, size: 20) }
      } catch {
        return 1
      }
    }
    return 0
  }

  private func read() async -> Int {
    var torn = 0
    for _ in 0..<operations {
      do {
        if let value = try await repository.value(), !value.isOfSeries { torn += 1 }
      } catch {
        torn += 1
      }
    }
    return torn
  }
}

/// A deliberate data race, which proves that the sanitizer detects one.
final class PlantedRace: @unchecked Sendable {
  private var count = 0

  func run(operations: Int) async -> Ending {
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<operations { self.count += 1 } }
      }
    }
    return .done("VALUE \(count)")
  }
}
