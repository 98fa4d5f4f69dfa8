#if canImport(Network)
  import Network
  import Sync

  extension Gate {
    /// Closes while the device has no network, until the task is canceled.
    ///
    /// Changes are then sent when the network is back, and not at their next attempt.
    func followNetwork() async {
      for await path in NWPathMonitor() {
        if path.status == .unsatisfied { close(for: .offline) } else { open(for: .offline) }
      }
    }
  }
#endif
