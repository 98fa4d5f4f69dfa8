// A function for each outcome.

/// Has mutants that survive, because the test calls it and expects nothing.
func unexpected(_ count: Int) -> Bool {
  let half = count - 1
  return half == 4
}

/// Has mutants that no test reaches, because no test calls it or this branch.
func uncalled(_ isRare: Bool) -> Int {
  guard isRare else {
    return 7
  }
  return 5
}

func untested(_ text: String) -> Bool { text == "a" }

/// Has a mutant that hangs, because the loop does not end without its step.
func countdown(_ count: Int) -> Int {
  var rest = count
  var steps = 0
  while rest > 0 {
    rest -= 1
    steps += 1
  }
  return steps
}

/// Has a mutant that crashes, because the index is out of range.
func last(_ elements: [Int]) -> Int {
  elements[elements.count - 1]
}

/// Has a mutant that does not compile, because texts cannot be subtracted.
func greeting(_ name: String, _ title: Substring) -> String {
  let full = title + " " + name
  return name + full
}

/// Has an equivalent mutant: for zero, both branches return zero.
func distance(_ number: Int) -> Int {
  number < 0 ? -number : number
}
