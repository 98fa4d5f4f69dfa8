/// The planned course of an order: its statuses, and the times at which it reaches them.
public struct OrderCourse: Codable, Sendable, Equatable {
  /// A planned status, with the time at which it is expected and the time at which it comes.
  public struct Stage: Codable, Sendable, Equatable {
    /// The server's name of the status, such as `confirmed`.
    public var status: String
    /// The seconds from the placing of the order to the expected time of the status.
    public var after: Int
    /// The seconds from the expected to the actual time; negative if the status comes early.
    public var deviation: Int

    /// Creates a stage with the server's name of the status, such as `confirmed`.
    ///
    /// `after` is the time from the placing to the expected time; `deviation` is the time from the
    /// expected to the actual time. Both are in seconds.
    public init(_ status: String, after: Int, deviation: Int = 0) {
      self.status = status
      self.after = after
      self.deviation = deviation
    }
  }

  /// The stages that follow the status `created`.
  public var stages: [Stage]
  /// The start of the interval in which the user is promised the order, in seconds after the
  /// placing.
  public var promisedFrom: Int
  /// The end of the interval in which the user is promised the order, in seconds after the placing.
  public var promisedTo: Int
  /// Half the length of the interval in which the server announces the next status, in seconds.
  ///
  /// The expected time of the status is the middle of the interval. If `accuracy` is `nil`, the
  /// server announces no interval.
  public var accuracy: Int? = 30
  /// The seconds after the placing during which the user can cancel the order.
  public var cancelWindow = 180

  /// Creates a course.
  ///
  /// `promisedFrom` and `promisedTo` limit the interval in which the user is promised the order.
  /// They are seconds after the placing.
  public init(_ stages: [Stage], promisedFrom: Int, promisedTo: Int) {
    self.stages = stages
    self.promisedFrom = promisedFrom
    self.promisedTo = promisedTo
  }

  /// The course of a delivery that takes 50 minutes.
  public static let delivery = OrderCourse(
    [
      Stage("confirmed", after: 60), Stage("inPreparation", after: 240),
      Stage("inTransit", after: 1_800), Stage("fulfilled", after: 3_000),
    ], promisedFrom: 2_700, promisedTo: 3_600)

  /// The course of an order that the user can pick up after 20 minutes.
  public static let pickup = OrderCourse(
    [
      Stage("confirmed", after: 60), Stage("inPreparation", after: 120),
      Stage("readyForPickup", after: 1_200), Stage("fulfilled", after: 1_800),
    ], promisedFrom: 1_200, promisedTo: 1_500)

  func promised(from start: Int) -> OrderView.Interval {
    OrderView.Interval(from: start + promisedFrom, to: start + promisedTo)
  }

  /// Returns the interval in which a stage is expected.
  ///
  /// Returns `nil` if there is no stage at the index, or if ``accuracy`` is `nil`. `start` is the
  /// time of placing.
  func expected(_ index: Int, from start: Int) -> OrderView.Interval? {
    guard stages.indices.contains(index), let accuracy else { return nil }
    let time = start + stages[index].after
    return OrderView.Interval(from: time - accuracy, to: time + accuracy)
  }
}
