extension Scenario {
  /// A smaller scenario that still fails: steps are left out, in ever smaller parts, then faults.
  package func shrunk(while fails: (Scenario) -> Bool) -> Scenario {
    var best = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      var size = max(best.steps.count / 2, 1)
      while size > 0 {
        var start = 0
        while start < best.steps.count {
          var candidate = best
          candidate.steps.removeSubrange(start..<min(start + size, best.steps.count))
          if fails(candidate) {
            best = candidate
            isSmaller = true
          } else {
            start += size
          }
        }
        size /= 2
      }
      for index in best.faults.indices.reversed() where best.faults[index] != .none {
        var candidate = best
        candidate.faults[index] = .none
        if fails(candidate) {
          best = candidate
          isSmaller = true
        }
      }
      while best.faults.last == Fault.none { best.faults.removeLast() }
    }
    return best
  }
}
