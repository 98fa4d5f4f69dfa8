/// The planned course of an order: its statuses and their times.
public struct OrderCourse: Codable, Sendable, Equatable {
  /// A status and the time of it.
  public struct Stage: Codable, Sendable, Equatable {
    /// The status.
    public var status: String
    /// The seconds from the placing to the expected time.
    public var after: Int
    /// The seconds from the expected to the actual time.
    public var deviation: Int

    /// Creates a stage.
    public init(_ status: String, after: Int, deviation: Int = 0) {
      self.status = status
      self.after = after
      self.deviation = deviation
    }
  }

  /// The stages after the placing.
  public var stages: [Stage]
  /// The seconds from the placing to the start of the promised interval.
  public var promisedFrom: Int
  /// The seconds from the placing to the end of the promised interval.
  public var promisedTo: Int
  /// The seconds by which an expected interval begins before and ends after the expected time; `nil` if no
  /// change is announced.
  public var accuracy: Int? = 30
  /// The seconds from the placing to the end of the cancel window.
  public var cancelWindow = 180

  /// Creates a course.
  public init(_ stages: [Stage], promisedFrom: Int, promisedTo: Int) {
    self.stages = stages
    self.promisedFrom = promisedFrom
    self.promisedTo = promisedTo
  }

  /// A delivery of 50 minutes.
  public static let delivery = OrderCourse(
    [
      Stage("confirmed", after: 60), Stage("inPreparation", after: 240),
      Stage("inTransit", after: 1_800), Stage("fulfilled", after: 3_000),
    ], promisedFrom: 2_700, promisedTo: 3_600)

  /// A pickup after 20 minutes.
  public static let pickup = OrderCourse(
    [
      Stage("confirmed", after: 60), Stage("inPreparation", after: 120),
      Stage("readyForPickup", after: 1_200), Stage("fulfilled", after: 1_800),
    ], promisedFrom: 1_200, promisedTo: 1_500)

  func promised(from start: Int) -> OrderView.Interval {
    OrderView.Interval(from: start + promisedFrom, to: start + promisedTo)
  }

  /// Returns the interval in which the stage at an index is expected; `nil` if there is none.
  func expected(_ index: Int, from start: Int) -> OrderView.Interval? {
    guard stages.indices.contains(index), let accuracy else { return nil }
    let time = start + stages[index].after
    return OrderView.Interval(from: time - accuracy, to: time + accuracy)
  }
}
