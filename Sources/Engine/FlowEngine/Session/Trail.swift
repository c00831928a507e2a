import Expressions

/// The steps of the questions that were left in a flow, most recent last: the path that `back` follows. While taps on
/// old bubbles lead back, it contains what has changed since each of them.
public struct Trail: Sendable, Hashable {
    public private(set) var all: [Passed]

    private static let most = 50

    public init() { all = [] }

    init(_ all: [Passed]) { self.all = all }

    public var isEmpty: Bool { all.isEmpty }

    /// How many ended flows keep their questions.
    private static let mostInside = 5

    /// Adds a question that is left, or the step that ran a flow; beyond a limit, the oldest ones are removed.
    ///
    /// - Parameter inside: the flow that the step has run, if it has asked something.
    mutating func leave(_ step: String, _ undo: Undo?, inside: LeftFlow? = nil) {
        all = all.suffix(Self.most - 1) + [Passed(step: step, undo: undo, inside: inside)]
        guard inside != nil else { return }
        let ended = all.indices.filter { all[$0].inside != nil }
        for place in ended.dropLast(Self.mostInside) { all[place].inside = nil }
    }

    /// Records the value of a name before it changes.
    mutating func note(_ name: String, _ before: Value?) {
        if let last = all.indices.last { all[last].undo?.note(name, before) }
    }

    /// Removes and returns the last question. What has changed since counts from the question before it.
    mutating func back() -> Passed? {
        guard let passed = all.popLast() else { return nil }
        if let last = all.indices.last, let undo = passed.undo { all[last].undo?.take(undo) }
        return passed
    }

    /// The place of the first question of a step that was asked in a turn or later.
    func place(askedSince turn: Int, at isStep: (String) -> Bool) -> Int? {
        all.firstIndex { passed in
            guard let undo = passed.undo, undo.turn >= turn else { return false }
            return isStep(passed.step)
        }
    }

    /// Removes the questions from a place on.
    mutating func cut(at place: Int) { all.removeSubrange(place...) }

    /// Records that an edit has renamed an answer.
    mutating func rename(_ old: String, to name: String) {
        for place in all.indices { all[place].undo?.rename(old, to: name) }
    }

    mutating func shift(by turns: Int) {
        for place in all.indices {
            all[place].undo?.turn += turns
            if all[place].inside != nil { all[place].inside?.trail.shift(by: turns) }
        }
    }
}

/// A question that the conversation has passed.
public struct Passed: Sendable, Hashable {
    public var step: String
    /// The changes since then, while taps on old bubbles lead back.
    var undo: Undo?
    /// For a step that has run a flow: that flow at its end.
    @Boxed var inside: LeftFlow? = nil
}

/// The changes between one question and the next.
struct Undo: Sendable, Hashable {
    /// The turn in which the question was last asked.
    var turn: Int
    /// Names that were empty before.
    var filled: [String] = []
    /// The earlier values of other names.
    var replaced = Fields()
}

extension Undo {
    /// Records that a name is about to change; only the first change counts.
    fileprivate mutating func note(_ name: String, _ value: Value?) {
        guard !filled.contains(name), replaced[name] == nil else { return }
        if let value { replaced[name] = value } else { filled.append(name) }
    }

    /// Includes the changes after a question that is asked again.
    fileprivate mutating func take(_ later: Undo) {
        for name in later.filled { note(name, nil) }
        for name in later.replaced.names { note(name, later.replaced[name]) }
    }

    fileprivate mutating func rename(_ old: String, to name: String) {
        filled = filled.map { $0 == old ? name : $0 }
        if let value = replaced[old] {
            replaced[old] = nil
            replaced[name] = value
        }
    }
}
