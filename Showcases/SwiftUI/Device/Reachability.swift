#if canImport(Network)
  import Network
  import Sync

  extension Gate {
    /// Closes the gate while the device has no network; returns when the task is canceled.
    ///
    /// When the network is back, the app sends its pending changes at once. The changes do not wait for
    /// the end of the delay after a failed attempt.
    func followNetwork() async {
      for await path in NWPathMonitor() {
        if path.status == .unsatisfied { close(for: .offline) } else { open(for: .offline) }
      }
    }
  }
#endif
