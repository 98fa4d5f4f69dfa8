import Storage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One value of each class, all waiting because the disk is full, and what is written of them once there
/// is some room.
struct Contest<Value: Sample> {
  let directory: StorageDirectory
  let schema: Schema<Value>
  let size: Int
  /// The file that fills the disk; it is removed as soon as all values wait.
  let filler: String

  /// Ends with how the critical value, the user state and the cache stand, before and after a flush of
  /// the directory or, where `byUpdate`, the next update of the user state.
  func run(byUpdate: Bool) async throws(StorageError) -> Ending {
    let critical = repository("critical", .critical)
    let userState = repository("userstate", .userState)
    let cache = repository("cache", .cache)
    // The cache is so small that there would still be room for it.
    try await cache.save(Value(id: 0, size: size / 4, tag: "C"))
    try await userState.save(Value(id: 0, size: size, tag: "B"))
    try await critical.save(Value(id: 0, size: size, tag: "A"))
    let all = [critical, userState, cache]
    let before = all.map { $0.persistence.word }

    unlink(filler)
    if byUpdate {
      try await userState.save(Value(id: 1, size: size, tag: "B"))
    } else {
      do throws(StorageError) {
        try await directory.flush()
      } catch {
        guard case .diskFull = error else { throw error }
      }
    }
    let after = all.map { $0.persistence.word }
    return .done("DONE \(before.joined(separator: " ")), \(after.joined(separator: " "))")
  }

  private func repository(_ name: String, _ dataClass: DataClass) -> SingleRepository<Value> {
    SingleRepository(.memoryBackedByFile(name), class: dataClass, schema: schema, in: directory)
  }
}

extension Persistence {
  /// How it stands, without the reason.
  fileprivate var word: String {
    switch self {
    case .persisted: "persisted"
    case .waiting: "waiting"
    case .pending(.diskFull): "pending"
    case .pending(let failure): "\(failure)"
    case .memoryOnly: "memory"
    }
  }
}
