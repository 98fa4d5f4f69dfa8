import Sync

/// A change that sets one of twenty lines to its next quantity.
struct LineChange: OutboxChange {
  let number: Int

  var line: Int { number % 20 }
  var quantity: Int { number / 20 + 1 }
  var lane: Lane { Lane("line", "\(line)") }
}
