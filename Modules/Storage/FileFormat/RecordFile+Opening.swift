extension RecordFile {
  /// Loads the value and reports the outcome as a ``OpenReport``.
  func open() throws(StorageError) -> Loaded {
    try directory.reporting(event) { () throws(StorageError) in try load() }
  }

  private func event(_ result: Result<Loaded, StorageError>, _ duration: Duration) -> OpenReport {
    let origin: Origin
    let outcome: OpenReport.Outcome
    switch result {
    case .success(let loaded):
      origin = loaded.origin
      outcome =
        if let newer = loaded.newer {
          .failed(newer)
        } else if loaded.value == nil {
          origin.setAside.first.map { .failed($0) } ?? .absent
        } else if let version = origin.mergedVersion {
          .merged(writtenBy: version)
        } else if let version = origin.version, version < coding.version {
          .migrated(steps: Array(coding.steps[(version - 1)...]))
        } else {
          .current
        }
    case .failure(let error):
      origin = Origin()
      outcome = .failed(error)
    }
    return OpenReport(
      repository: files.name, version: coding.version, foundVersion: origin.version,
      bytes: origin.bytes, duration: duration, outcome: outcome, setAside: origin.setAside)
  }
}
