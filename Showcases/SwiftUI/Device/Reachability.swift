#if canImport(Network)
  import Network
  import Sync

  extension Gate {
    /// Closes the gate while the device has no network; returns when the task is canceled.
    ///
    /// When the network is back, pending changes are sent at once. They do not wait for the end of the
    /// delay between two attempts.
    func followNetwork() async {
      for await path in NWPathMonitor() {
        if path.status == .unsatisfied { close(for: .offline) } else { open(for: .offline) }
      }
    }
  }
#endif
