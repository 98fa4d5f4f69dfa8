import Storage

/// The commands for a repository of one value.
struct ValueCommands<Value: Sample> {
  let repository: SingleRepository<Value>

  func save(size: Int, tag: String) async throws(StorageError) -> Ending {
    try await repository.save(Value(id: 0, size: size, tag: tag))
    return try await settled()
  }

  func remove() async throws(StorageError) -> Ending {
    try await repository.remove()
    return try await settled()
  }

  func load() async throws(StorageError) -> Ending {
    guard let value = try await repository.value() else { return .absent }
    let note = value.note.map { " note=\($0)" } ?? ""
    let line = "VALUE tag=\(value.tag) size=\(value.size) uniform=\(value.isUniform)\(note)"
    return value.isUniform ? .done(line) : .mixed(line)
  }

  /// Saves one value after another until the process is killed.
  func loopSave(size: Int) async throws(StorageError) -> Ending {
    try await saveForever(after: try await repository.value()?.id ?? 0) {
      number throws(StorageError) in
      try await repository.save(Value(number: number, size: size))
      try await settled()
    }
  }

  func check() async throws(StorageError) -> Ending {
    guard let value = try await repository.value() else { return .absent }
    let line = "VALUE \(value.id) uniform=\(value.isOfSeries)"
    return value.isOfSeries ? .done(line) : .mixed(line)
  }

  /// Writes the loaded value back, which may be migrated from another release's file or merged.
  func rewrite() async throws(StorageError) -> Ending {
    try await repository.update { _ in }
    return try await settled()
  }

  /// Increments the stored value `count` times.
  func increment(count: Int) async throws(StorageError) -> Ending {
    for number in 0..<count {
      try await repository.update { value in
        value = Value(number: (value?.id ?? 0) + 1, size: 1000)
      }
      try await settled()
      say("ACK \(number + 1)")
    }
    return .done("DONE")
  }

  /// Prints the reason for a pending write and retries it, as a caller does that needs the result.
  @discardableResult
  private func settled() async throws(StorageError) -> Ending {
    repository.writeStatus.sayIfPending()
    try await repository.flush()
    return .done("DONE")
  }
}
