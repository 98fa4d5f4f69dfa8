/// The content of one write: a value, or changes of a collection.
///
/// The first write stores four elements. Each later write changes the first element, removes one,
/// and adds another at the end, which the next write does not change.
struct Write: Sendable {
  let number: Int

  /// The numbers of elements, more than the longest route adds.
  static let elements = 1...16

  /// The numbers of the saved elements.
  ///
  /// Do not change the first write, because golden files contain it.
  var saved: [Int] { number == 1 ? [1, 2, 3, 4] : [1, number + 3] }
  var removed: [Int] { number == 1 ? [] : [number] }
}
