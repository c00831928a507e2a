import Expressions

/// What a conversation does while people are away: it says when they are back, and takes a message for them.
struct MessagesForPeople {
    let analysis: Analysis

    /// A step, and what has happened before it.
    fileprivate struct Place: Hashable {
        let step: StepID
        /// When people are back has been said.
        var isTold = false
        /// The customer has written a message.
        var isAsked = false
        /// Something has been done with the message.
        var isHandedOn = false
    }

    /// Why the way is no substitute for a person; `nil` when it is one.
    func failure(behind way: StepGraph.Way) -> String? {
        guard let first = way.step else { return Self.takesNothing }
        var seen: Set<Place> = []
        var pending = [Place(step: first)]
        while let place = pending.popLast() {
            guard seen.insert(place).inserted, !analysis.graph.leadsEverywhere.contains(place.step) else { continue }
            let (next, isPerson) = passing(place)
            if isPerson {
                if let failure = failure(at: next, isEnd: false) { return failure }
                continue
            }
            let ways = ways(from: place.step)
            if ways.isEmpty, let failure = failure(at: next, isEnd: true) { return failure }
            for way in ways {
                if let step = way.step {
                    pending.append(Place(next, at: step))
                } else if let failure = failure(at: next, isEnd: true) {
                    return failure
                }
            }
        }
        return nil
    }

    private static let takesNothing = "takes no message for people while they are away"

    private func failure(at place: Place, isEnd: Bool) -> String? {
        if !place.isAsked || isEnd && !place.isHandedOn { return Self.takesNothing }
        return place.isTold ? nil : "does not say when people are back"
    }

    /// What is known after a step, and whether it gives the conversation to people also while they are away.
    private func passing(_ place: Place) -> (Place, isPerson: Bool) {
        let step = analysis.project.step(place.step)
        var next = place
        if step.textSites.contains(where: { $0.role == .said && $0.template.saysTime }) { next.isTold = true }
        if case .text(let text)? = step.question?.kind, [.oneLine, .severalLines].contains(text.kind) {
            next.isAsked = true
        }
        if step.call != nil, next.isAsked { next.isHandedOn = true }
        guard case .handOver(let handOver) = step.thing else { return (next, false) }
        let queue = analysis.project.bot.people.first { $0.name.value == handOver.queue.value }
        return (next, queue?.hours == nil || handOver.ifAway == nil)
    }

    private func ways(from step: StepID) -> [StepGraph.Way] {
        let ways = analysis.graph.ways(from: step).filter(\.isOrdinary)
        if case .handOver = analysis.project.step(step).thing { return ways.filter { $0.kind == .away } }
        return ways.filter { $0.kind != .runs }
    }
}

extension MessagesForPeople {
    /// The lines of a `when` that are taken only while people are away, by index; `otherwise` follows the last.
    static func closedLines(of when: WhenSyntax) -> Set<Int> {
        let open = when.lines.map(\.condition.isTrueWhileOpen)
        var closed = Set(open.indices.filter { open[$0] == false })
        if open.contains(true) { closed.insert(when.lines.count) }
        return closed
    }
}

extension MessagesForPeople.Place {
    fileprivate init(_ other: Self, at step: StepID) {
        self.init(step: step, isTold: other.isTold, isAsked: other.isAsked, isHandedOn: other.isHandedOn)
    }
}

extension ConditionSyntax {
    /// Whether the condition says that people are there, or that they are away; `nil` when it says something else.
    fileprivate var isTrueWhileOpen: Bool? {
        switch self {
        case .test(let test):
            guard ["people", "hours", "bot"].contains(test.name.root), test.name.fields.last == "open",
                test.right.count == 1, case .words(let word) = test.right[0].content, ["yes", "no"].contains(word)
            else { return nil }
            switch test.word {
            case .is: return word == "yes"
            case .isNot: return word == "no"
            default: return nil
            }
        case .not(let part): return part.isTrueWhileOpen.map { !$0 }
        case .all, .any, .broken: return nil
        }
    }
}

extension Template {
    /// Whether it has hours in it: a name of `hours`, when people open, or a number.
    fileprivate var saysTime: Bool {
        parts.contains { part in
            switch part {
            case .text(let text): text.contains(where: \.isNumber)
            case .insert(let insert):
                insert.name.root == "hours" || insert.name.root == "people" && insert.name.fields.last == "opens"
            case .number: false
            }
        }
    }
}
