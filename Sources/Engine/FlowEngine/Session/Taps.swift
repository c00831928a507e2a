public import Expressions
import MessageModel

/// The last accepted tap of each bubble, so that a repeated one is recognised.
public struct Taps: Sendable, Hashable {
    public private(set) var all: [Tap]

    private static let most = 20

    public init() { all = [] }

    init(_ all: [Tap]) { self.all = all }

    /// Whether this tap repeats the last one accepted from its bubble: within ten seconds, or within a day when the
    /// conversation has ended since (a second device of the same customer). The choice counts, not the form in which
    /// the device sent it.
    func contain(_ tap: Tap, _ selection: Selection?, isOver: Bool) -> Bool {
        guard let last = all.last(where: { $0.bubble == tap.bubble }) else { return false }
        guard tap.at - last.at <= (isOver ? .days(1) : .seconds(10)) else { return false }
        if last.fingerprint == tap.fingerprint { return true }
        guard let selection, let chosen = last.chosen else { return false }
        return chosen.isChosen(in: selection)
    }

    /// Stores the tap as the last one of its bubble; beyond a limit, the oldest taps are removed.
    mutating func remember(_ tap: Tap) {
        all.removeAll { $0.bubble == tap.bubble || tap.at - $0.at > .days(1) }
        if all.count >= Self.most { all.removeFirst() }
        all.append(tap)
    }
}

/// An accepted tap.
public struct Tap: Sendable, Hashable {
    /// The request identifier of the bubble, or the channel's own identifier.
    public var bubble: String
    public var fingerprint: String
    public var at: Moment
    /// The choice, independent of the form in which the device sent it; `nil` when the question was not open.
    var chosen: ChosenOffer? = nil
}
