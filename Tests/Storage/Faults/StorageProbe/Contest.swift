import Storage

/// A contest for space among one pending value of each storage class on a full disk.
struct Contest<Value: Sample> {
  let directory: StorageDirectory
  let schema: StoredSchema<Value>
  let size: Int
  /// The path of the file that fills the disk, removed when all values are pending.
  let filler: String

  /// Returns the status of the three values before and after a write.
  ///
  /// The write is a flush of the directory or, with `byUpdate`, the next update of the user state.
  /// The values are the critical value, the user state and the cache, in this order.
  func run(byUpdate: Bool) async throws(StorageError) -> Ending {
    let critical = repository("critical", .critical)
    let userState = repository("userstate", .userState)
    let cache = repository("cache", .cache)
    // The cache is so small that it would still fit after the critical value.
    try await cache.save(Value(id: 0, size: size / 4, tag: "C"))
    try await userState.save(Value(id: 0, size: size, tag: "B"))
    try await critical.save(Value(id: 0, size: size, tag: "A"))
    let all = [critical, userState, cache]
    let before = all.map { $0.writeStatus.word }

    removeFile(filler)
    if byUpdate {
      try await userState.save(Value(id: 1, size: size, tag: "B"))
    } else {
      do throws(StorageError) {
        try await directory.flush()
      } catch {
        guard case .diskFull = error else { throw error }
      }
    }
    let after = all.map { $0.writeStatus.word }
    return .done("DONE \(before.joined(separator: " ")), \(after.joined(separator: " "))")
  }

  private func repository(_ name: String, _ dataClass: StorageClass) -> SingleRepository<Value> {
    SingleRepository(.memoryBackedByFile(name), class: dataClass, schema: schema, in: directory)
  }
}

extension WriteStatus {
  /// The status in one word, without the reason.
  fileprivate var word: String {
    switch self {
    case .written: "persisted"
    case .scheduled: "waiting"
    case .failed(.diskFull): "pending"
    case .failed(let failure): "\(failure)"
    case .inMemory: "memory"
    }
  }
}
