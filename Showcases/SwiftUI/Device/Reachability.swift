#if canImport(Network)
  import Network
  import Sync

  extension Gate {
    /// Closes the gate while the device has no network; returns when the task is canceled.
    ///
    /// When the network is back, pending changes are sent at once instead of at their next attempt.
    func followNetwork() async {
      for await path in NWPathMonitor() {
        if path.status == .unsatisfied { close(for: .offline) } else { open(for: .offline) }
      }
    }
  }
#endif
