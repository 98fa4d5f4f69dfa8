/// The planned statuses of an order, and the times at which the order reaches them.
public struct OrderCourse: Codable, Sendable, Equatable {
  /// A planned status, with its announced time and its actual time.
  public struct Stage: Codable, Sendable, Equatable {
    /// The server's name of the status, such as `confirmed`.
    public var status: String
    /// The announced time of the status, in seconds after the order is placed.
    public var after: Int
    /// The seconds from the announced time to the actual time of the status.
    ///
    /// Negative if the order reaches the status early.
    public var deviation: Int

    /// Creates a stage with the server's name of the status, such as `confirmed`.
    ///
    /// `after` is the announced time, in seconds after the order is placed. `deviation` is the
    /// number of seconds from the announced time to the actual time.
    public init(_ status: String, after: Int, deviation: Int = 0) {
      self.status = status
      self.after = after
      self.deviation = deviation
    }
  }

  /// The stages that follow the status `created`.
  public var stages: [Stage]
  /// The earliest time promised to the user for receiving the order.
  ///
  /// The time is in seconds after the order is placed.
  public var promisedFrom: Int
  /// The latest time promised to the user for receiving the order.
  ///
  /// The time is in seconds after the order is placed.
  public var promisedTo: Int
  /// The tolerance of the time that the server announces for the next status, in seconds.
  ///
  /// The server announces an interval, from `accuracy` seconds before ``Stage/after`` to `accuracy`
  /// seconds after it. If `accuracy` is `nil`, the server announces no interval.
  public var accuracy: Int? = 30
  /// The number of seconds during which the user can cancel the order after placing it.
  public var cancelWindow = 180

  /// Creates a course.
  ///
  /// `promisedFrom` and `promisedTo` are the start and the end of the interval that the server
  /// promises to the user. Both are in seconds after the order is placed.
  public init(_ stages: [Stage], promisedFrom: Int, promisedTo: Int) {
    self.stages = stages
    self.promisedFrom = promisedFrom
    self.promisedTo = promisedTo
  }

  /// The statuses of an order that the courier delivers 50 minutes after it is placed.
  ///
  /// By default, ``OrderServerModel/courses`` plans these statuses for each order for delivery.
  public static let delivery = OrderCourse(
    [
      Stage("confirmed", after: 60), Stage("inPreparation", after: 240),
      Stage("inTransit", after: 1_800), Stage("fulfilled", after: 3_000),
    ], promisedFrom: 2_700, promisedTo: 3_600)

  /// The statuses of an order that is ready for pickup 20 minutes after it is placed.
  ///
  /// By default, ``OrderServerModel/courses`` plans these statuses for each order for pickup.
  public static let pickup = OrderCourse(
    [
      Stage("confirmed", after: 60), Stage("inPreparation", after: 120),
      Stage("readyForPickup", after: 1_200), Stage("fulfilled", after: 1_800),
    ], promisedFrom: 1_200, promisedTo: 1_500)

  func promised(from start: Int) -> OrderView.Interval {
    OrderView.Interval(from: start + promisedFrom, to: start + promisedTo)
  }

  /// Returns the interval that the server announces for the stage at an index.
  ///
  /// Returns `nil` if there is no stage at the index, or if ``accuracy`` is `nil`. `start` is the
  /// time at which the order was placed, in seconds since 1970.
  func expected(_ index: Int, from start: Int) -> OrderView.Interval? {
    guard stages.indices.contains(index), let accuracy else { return nil }
    let time = start + stages[index].after
    return OrderView.Interval(from: time - accuracy, to: time + accuracy)
  }
}
