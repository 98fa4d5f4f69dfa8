/// A search for the cheapest options that the slots of a combo or the groups of an item require.
///
/// The options are considered one after the other. Of all selections that leave the same possibilities, only
/// the cheapest is kept.
struct ChoiceSearch {
  /// A need of options that can be met only a number of times.
  enum Limit: Hashable {
    /// A unit of an item, of which some are left.
    case unit(MenuItem)
    /// The choice in a required group, which belongs to one selected modifier.
    case choice(ModifierGroup.ID)
  }

  /// A variant in a slot, or a modifier in a group.
  struct Option {
    let id: String
    /// The price of a unit that is not free.
    let price: Int128
    /// The price that is added for each unit, even for a free one.
    var extra: Int128 = 0
    var maximum = MenuTables.maximumQuantity
    /// The needs of each unit.
    var units: [Limit] = []
    /// The selection in the groups that a modifier requires, its price, and what it needs.
    var nested: (selection: ModifierSelection, price: Int128, limits: [Limit]) = ([:], 0, [])

    fileprivate func take(_ count: Int, from taken: inout [Limit: Int]) {
      for limit in units { taken[limit, default: 0] += count }
      for limit in nested.limits { taken[limit, default: 0] += 1 }
    }
  }

  /// A slot or a group.
  struct Row {
    let id: String
    let rule: QuantityRule
    /// The largest number of units that can be the cheapest.
    let most: Int
    /// The prices by position, which are added to the prices of the options.
    var tiers: [PriceTier] = []
    let options: [Option]
  }

  /// Slots or groups of which the cheapest units together are free; a negative price is never free.
  struct Pool {
    var rows: [Row]
    let free: Int

    /// This pool, or a pool for each row if the rows together have too many selections.
    fileprivate var searchable: [Pool] {
      let count = rows.reduce(1) { min($0, 10_000) * ($1.most + 1) }
      return count <= 10_000 || rows.count == 1
        ? [self] : rows.map { Pool(rows: [$0], free: 0) }
    }
  }

  typealias Choice = (row: String, option: Option, count: Int)

  /// The choices so far, their price, and what they leave.
  private struct Partial {
    struct State: Hashable {
      /// The numbers of units and of different options in each row of the pool.
      var units: [Int] = []
      var kinds: [Int] = []
      /// The number of further units that are free.
      var free = 0
      var taken: [Limit: Int] = [:]
    }

    var state = State()
    var price: Int128 = 0
    var choices: [Choice] = []

    mutating func begin(_ pool: Pool) {
      state.units = pool.rows.map { _ in 0 }
      state.kinds = state.units
      state.free = pool.free
    }

    mutating func add(
      _ count: Int, of option: Option, at place: Int, in row: Row, _ capacity: [Limit: Int] = [:]
    ) {
      // Different options count up to the minimum, or without end if they can exceed the maximum.
      let kinds = row.rule.kinds.upperBound < row.most ? Int.max : row.rule.kinds.lowerBound
      state.kinds[place] = min(state.kinds[place] + 1, kinds)
      state.units[place] += count
      let free = option.price < 0 ? 0 : min(count, state.free)
      state.free -= free
      price += option.price * Int128(count - free) + option.extra * Int128(count)
      price += option.nested.price
      choices.append((row.id, option, count))
      if !capacity.isEmpty {
        option.take(count, from: &state.taken)
        state.taken = state.taken.filter { capacity[$0.key] != nil }
      }
    }

    func without(_ limits: Set<Limit>) -> Partial {
      var partial = self
      for limit in limits { partial.state.taken[limit] = nil }
      return partial
    }

    /// Ends a pool; returns whether the rules of its rows are satisfied.
    mutating func end(_ pool: Pool) -> Bool {
      for (place, row) in pool.rows.enumerated() {
        guard state.units[place] >= row.rule.fewest,
          state.kinds[place] >= row.rule.kinds.lowerBound
        else { return false }
        price += row.tiers.price(of: Int128(state.units[place]))
      }
      state = State(taken: state.taken)
      return true
    }
  }

  /// The cheapest selection for each state, in the order in which the states were found.
  private struct Found {
    /// The number of states above which no further ones are added.
    let size: Int
    var partials: [Partial] = []
    var isComplete = true
    private var places: [Partial.State: Int] = [:]

    init(size: Int) { self.size = size }

    mutating func add(_ partial: Partial) {
      if let place = places[partial.state] {
        if partial.price < partials[place].price { partials[place] = partial }
      } else if partials.count < size {
        places[partial.state] = partials.count
        partials.append(partial)
      } else {
        isComplete = false
      }
    }
  }

  private let capacity: [Limit: Int]
  /// The number of options, not considered yet, that take each limit of ``capacity``.
  private var uses: [Limit: Int] = [:]
  private let size: Int
  private var partials = [Partial()]
  private var isComplete = true

  private init(_ capacity: [Limit: Int], size: Int) {
    self.capacity = capacity
    self.size = size
  }

  /// Returns the cheapest choices in all rows; `nil` if there are none, however many units are left.
  ///
  /// If too few units are left, or if the search for a way to share them takes too long, the choices need
  /// more units than are left. `lacksUnits` is `true` only if all ways have been tried.
  static func cheapest(
    in pools: [Pool], unitsLeft: (MenuItem) -> Int?
  ) -> (choices: [Choice], lacksUnits: Bool)? {
    let rows = pools.flatMap(\.rows)
    var (choices, units): ([Limit: Int], [Limit: Int]) = ([:], [:])
    for (limit, count) in demand(of: rows) {
      switch limit {
      case .choice: choices[limit] = count > 1 ? 1 : nil
      case .unit(let item): units[limit] = unitsLeft(item).flatMap { $0 < count ? $0 : nil }
      }
    }
    var search = ChoiceSearch(choices, size: 10_000)
    guard let cheapest = search.choices(in: pools) else { return nil }
    var taken: [Limit: Int] = [:]
    for choice in cheapest { choice.option.take(choice.count, from: &taken) }
    guard rows.count <= 50, units.contains(where: { taken[$0] ?? 0 > $1 }) else {
      return (cheapest, false)
    }
    let options = rows.reduce(1) { $0 + $1.options.count }
    var sharing = ChoiceSearch(
      choices.merging(units) { $1 }, size: max(20, min(500, 200_000 / options)))
    if let shared = sharing.choices(in: pools) { return (shared, false) }
    // Other nested selections have not been tried.
    let isCertain = rows.allSatisfy { $0.options.allSatisfy(\.nested.selection.isEmpty) }
    return (cheapest, sharing.isComplete && isCertain)
  }

  /// Returns the most that rows can take of each limit.
  private static func demand(of rows: [Row]) -> [Limit: Int] {
    var demand: [Limit: Int] = [:]
    for row in rows {
      var units: [Limit: Int] = [:]
      for option in row.options {
        for limit in option.units { units[limit, default: 0] += min(option.maximum, row.most) }
        for limit in option.nested.limits { demand[limit, default: 0] += 1 }
      }
      demand.merge(units.mapValues { min($0, row.most) }, uniquingKeysWith: +)
    }
    return demand
  }

  private mutating func choices(in pools: [Pool]) -> [Choice]? {
    for option in pools.flatMap(\.rows).flatMap(\.options) {
      for limit in limits(of: option) { uses[limit, default: 0] += 1 }
    }
    for pool in pools.flatMap(\.searchable) {
      for place in partials.indices { partials[place].begin(pool) }
      choose(in: pool)
      var ended = Found(size: size)
      for var partial in partials where partial.end(pool) { ended.add(partial) }
      partials = ended.partials
      isComplete = isComplete && ended.isComplete
    }
    return partials.min { $0.price < $1.price }?.choices
  }

  private func limits(of option: Option) -> Set<Limit> {
    capacity.isEmpty
      ? [] : Set((option.units + option.nested.limits).filter { capacity[$0] != nil })
  }

  private mutating func choose(in pool: Pool) {
    let row = pool.rows[0]
    if pool.rows.count == 1, row.most == 1, row.rule.fewest == 1,
      row.options.allSatisfy({ limits(of: $0).isEmpty })
    {
      // Most rows require one unit of anything.
      func price(_ option: Option) -> Int128 {
        (pool.free > 0 ? min(0, option.price) : option.price) + option.extra + option.nested.price
      }
      guard let option = row.options.min(by: { price($0) < price($1) }) else { return }
      for place in partials.indices { partials[place].add(1, of: option, at: 0, in: row) }
      return
    }
    var options = pool.rows.indices.flatMap { place in
      pool.rows[place].options.indices.map { (place: place, option: $0) }
    }
    if pool.free > 0 {
      // The cheapest units, which are free, are chosen first.
      options.sort { first, second in
        let prices = [first, second].map { pool.rows[$0.place].options[$0.option].price }
        return prices[0] == prices[1] ? first < second : prices[0] < prices[1]
      }
    }
    var found = Found(size: size)
    for partial in partials { found.add(partial) }
    for (place, index) in options {
      let row = pool.rows[place]
      let option = row.options[index]
      // A limit that no later option takes does not tell states apart.
      var last: Set<Limit> = []
      for limit in limits(of: option) {
        uses[limit, default: 1] -= 1
        if uses[limit] == 0 { last.insert(limit) }
      }
      let earlier = found.partials
      if !last.isEmpty {
        let isComplete = found.isComplete
        found = Found(size: size)
        found.isComplete = isComplete
        for partial in earlier { found.add(partial.without(last)) }
      }
      for partial in earlier where partial.state.kinds[place] < row.rule.kinds.upperBound {
        for count in 1...max(1, min(option.maximum, row.most - partial.state.units[place])) {
          var next = partial
          next.add(count, of: option, at: place, in: row, capacity)
          guard next.state.units[place] <= row.most,
            next.state.taken.allSatisfy({ $1 <= capacity[$0] ?? .max })
          else { break }
          found.add(next.without(last))
        }
      }
    }
    partials = found.partials
    isComplete = isComplete && found.isComplete
  }
}
