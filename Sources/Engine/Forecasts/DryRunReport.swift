/// The effects of new flows on all waiting customers, grouped by place and outcome.
///
/// Its size grows with the number of steps, not with the number of customers.
public struct DryRunReport: Sendable {
    /// A customer, by their session.
    public struct Customer: Sendable, Hashable {
        public var session: Int
        public var id: String
        public var channel: String

        public init(session: Int, id: String, channel: String) {
            self.session = session
            self.id = id
            self.channel = channel
        }
    }

    /// The number of waiting customers, and of moves that were played for them.
    public private(set) var customers = 0
    public private(set) var moves = 0
    /// The number of sessions that could not be read, and an example with its reason. They were not changed.
    public private(set) var unreadable = 0
    public private(set) var unreadableExample: (session: Int, reason: String)?
    private var all: [DryRunGroup.Key: DryRunGroup] = [:]

    public init() {}

    /// Adds the result of one customer.
    public mutating func add(_ forecast: Forecast, _ customer: Customer) {
        customers += 1
        moves += forecast.ways.count
        let key = DryRunGroup.Key(outcome: forecast.outcome, place: forecast.place, newPlace: forecast.newPlace)
        all[key, default: DryRunGroup(key)].add(forecast, customer)
    }

    /// Adds a session that cannot be read, not even by the current version.
    public mutating func addUnreadable(_ session: Int, because reason: String) {
        unreadable += 1
        unreadableExample = unreadableExample ?? (session, reason)
    }

    /// Adds the results of another report, whose customers come later.
    public mutating func merge(_ other: DryRunReport) {
        customers += other.customers
        moves += other.moves
        unreadable += other.unreadable
        unreadableExample = unreadableExample ?? other.unreadableExample
        for (key, group) in other.all { all[key, default: DryRunGroup(key)].merge(group) }
    }

    /// Worst outcome first, then largest group.
    public var groups: [DryRunGroup] {
        let order = Forecast.Outcome.allCases
        return all.values.sorted { left, right in
            let (first, second) = (
                order.firstIndex(of: left.key.outcome) ?? 0, order.firstIndex(of: right.key.outcome) ?? 0
            )
            if first != second { return first < second }
            if left.count != right.count { return left.count > right.count }
            return left.key.place.words < right.key.place.words
        }
    }

    /// The number of customers with this outcome.
    public func count(of outcome: Forecast.Outcome) -> Int {
        all.values.filter { $0.key.outcome == outcome }.map(\.count).reduce(0, +)
    }
}

/// Customers at one step with the same outcome.
public struct DryRunGroup: Sendable {
    public struct Key: Sendable, Hashable {
        public var outcome: Forecast.Outcome
        public var place: Place
        public var newPlace: Place?
    }

    public struct Example: Sendable, Hashable {
        public var customer: DryRunReport.Customer
        public var bubble: Bubble
    }

    public let key: Key
    public private(set) var count = 0
    /// Some of the customers, with what they see.
    public private(set) var examples: [Example] = []
    /// Moves with another destination than today, or without one, with the number of customers; the first ones found.
    public private(set) var ways: [(way: Route, count: Int)] = []
    /// Answers that count as empty, and missing things, with the number of customers.
    public private(set) var forgets: [String: Int] = [:]
    public private(set) var lacks: [String: Int] = [:]
    private var places: [Route: Int] = [:]

    private static let mostExamples = 3
    private static let mostWays = 12

    init(_ key: Key) { self.key = key }

    mutating func add(_ forecast: Forecast, _ customer: DryRunReport.Customer) {
        count += 1
        if examples.count < Self.mostExamples { examples.append(Example(customer: customer, bubble: forecast.bubble)) }
        for way in forecast.ways where way.isTold(for: key.outcome) { note(way, 1) }
        for name in forecast.forgets { forgets[name, default: 0] += 1 }
        for lack in forecast.lacks { lacks[lack, default: 0] += 1 }
    }

    mutating func merge(_ other: DryRunGroup) {
        count += other.count
        examples += other.examples.prefix(Self.mostExamples - examples.count)
        for (way, count) in other.ways { note(way, count) }
        forgets.merge(other.forgets, uniquingKeysWith: +)
        lacks.merge(other.lacks, uniquingKeysWith: +)
    }

    private mutating func note(_ way: Route, _ number: Int) {
        if let place = places[way] {
            ways[place].count += number
        } else if ways.count < Self.mostWays {
            places[way] = ways.count
            ways.append((way, number))
        }
    }
}

extension Route {
    /// Whether the move is reported: its destination differs, or it is the reason why a customer is stuck.
    fileprivate func isTold(for outcome: Forecast.Outcome) -> Bool {
        if case .place = then { isOther && outcome != .askedAgain } else { isOther || outcome == .stuck }
    }
}
