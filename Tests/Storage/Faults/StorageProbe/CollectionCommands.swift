import Storage

/// The commands for a repository of many values.
struct CollectionCommands<Element: Sample> {
  let repository: CollectionRepository<Element>

  func put(id: Int, size: Int, tag: String) async throws(StorageError) -> Ending {
    try await repository.save(Element(id: id, size: size, tag: tag))
    return try await settled()
  }

  func drop(id: Int) async throws(StorageError) -> Ending {
    try await repository.remove(id)
    return try await settled()
  }

  func list() async throws(StorageError) -> Ending {
    let elements = try await repository.elements()
    let words = elements.map { "\($0.id):\($0.tag)\($0.size)" + ($0.note.map { "/\($0)" } ?? "") }
    let line = (["LIST"] + words).joined(separator: " ")
    return elements.allSatisfy(\.isUniform) ? .done(line) : .mixed(line)
  }

  /// Writes the loaded elements back, as ``ValueCommands/rewrite()`` does with a value.
  func rewrite() async throws(StorageError) -> Ending {
    try await repository.update { _ in }
    return try await settled()
  }

  /// Adds one element after another until the process is killed.
  func loopAppend(size: Int) async throws(StorageError) -> Ending {
    try await saveForever(after: try await repository.elements().count) {
      number throws(StorageError) in
      try await repository.save(Element(number: number, size: size))
      try await settled()
    }
  }

  /// Checks that the elements are the first ones of the series, without a gap.
  func checkAppended() async throws(StorageError) -> Ending {
    let elements = try await repository.elements()
    let isSeries = zip(elements, 1...).allSatisfy { $0.id == $1 && $0.isOfSeries }
    let line = "VALUE \(elements.count) uniform=\(isSeries)"
    return isSeries ? .done(line) : .mixed(line)
  }

  /// Prints the reason for a pending write and retries it, as a caller does that needs the result.
  @discardableResult
  private func settled() async throws(StorageError) -> Ending {
    repository.writeStatus.sayIfPending()
    try await repository.flush()
    return .done("DONE")
  }
}
