import Storage

/// The commands over a repository of one value.
struct ValueCommands<Value: Sample> {
  let repository: SingleRepository<Value>

  func save(size: Int, tag: String) async throws(StorageError) -> Ending {
    try await repository.save(Value(id: 0, size: size, tag: tag))
    try await settle()
    return .done("DONE")
  }

  func remove() async throws(StorageError) -> Ending {
    try await repository.remove()
    try await settle()
    return .done("DONE")
  }

  func load() async throws(StorageError) -> Ending {
    guard let value = try await repository.value() else { return .absent }
    let note = value.note.map { " note=\($0)" } ?? ""
    let line = "VALUE tag=\(value.tag) size=\(value.size) uniform=\(value.isUniform)\(note)"
    return value.isUniform ? .done(line) : .mixed(line)
  }

  /// Saves one value after the other until it is ended from outside.
  func loopSave(size: Int) async throws(StorageError) -> Ending {
    var number = try await repository.value()?.id ?? 0
    while true {
      number += 1
      try await repository.save(Value(number: number, size: size))
      try await settle()
      say("ACK \(number)")
    }
  }

  func check() async throws(StorageError) -> Ending {
    guard let value = try await repository.value() else { return .absent }
    let line = "VALUE \(value.id) uniform=\(value.isOfSeries)"
    return value.isOfSeries ? .done(line) : .mixed(line)
  }

  /// Writes what it reads: a value of another release in this one's shape, or two brought together.
  func rewrite() async throws(StorageError) -> Ending {
    try await repository.update { _ in }
    try await settle()
    return .done("DONE")
  }

  /// Adds one, `count` times, each time from what the repository holds.
  func increment(count: Int) async throws(StorageError) -> Ending {
    for number in 0..<count {
      try await repository.update { value in
        value = Value(number: (value?.id ?? 0) + 1, size: 1000)
      }
      try await settle()
      say("ACK \(number + 1)")
    }
    return .done("DONE")
  }

  /// What a caller does who has to know: asks, and tries once more.
  private func settle() async throws(StorageError) {
    repository.persistence.sayIfPending()
    try await repository.flush()
  }
}
