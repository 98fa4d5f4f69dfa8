#if canImport(Network)
  import Network
  import Sync

  extension Gate {
    /// Closes the gate while the device has no network; returns when the task is canceled.
    ///
    /// The app sends no requests while the gate is closed. When the gate opens, the app sends its
    /// pending changes at once, even if it would otherwise wait longer after a failed attempt.
    func followNetwork() async {
      for await path in NWPathMonitor() {
        if path.status == .unsatisfied { close(for: .offline) } else { open(for: .offline) }
      }
    }
  }
#endif
