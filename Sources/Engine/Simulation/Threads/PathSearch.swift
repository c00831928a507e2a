import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// Finds the shortest conversation that leads to a step, by playing what is offered at each place: first without
/// anything arranged, then with calls that fail or answer otherwise, then on a device that shows text only.
///
/// Every conversation that is found can be played, because it was. Bounded: a step that is only reached by a long or
/// unlikely conversation is not found.
public struct PathSearch {
    /// The bounds of a search.
    public struct Limits: Sendable {
        /// Lines and forms that are tried, for each arrangement.
        public var moves = 3_000
        /// Arrangements.
        public var arrangements = 24

        /// The bounds of a search that an author waits for.
        public init() {}
    }

    private let bot: PlayBot
    private let target: StepReference
    private let limits: Limits
    private let isAbandoned: () -> Bool
    /// The names on which conditions depend: conversations that agree in them continue alike.
    private let deciding: Set<String>
    /// The flow in whose transcript the conversation stands.
    private let flow: Int

    /// - Parameters:
    ///   - isAbandoned: says, before each move, that the result is no longer needed.
    private init(
        to target: StepReference, in flow: Int, _ bot: PlayBot, _ limits: Limits, _ isAbandoned: @escaping () -> Bool
    ) {
        self.bot = bot
        self.target = target
        self.flow = flow
        self.limits = limits
        self.isAbandoned = isAbandoned
        deciding = bot.bot.decidingNames
    }

    /// Returns the conversation, or `nil` when none is found.
    ///
    /// - Parameters:
    ///   - step: the step to which it leads.
    ///   - flow: the flow in whose transcript it stands; it begins there.
    public static func shortest(
        to step: PlayStep, from flow: String, with bot: PlayBot, limits: Limits = Limits(),
        unless isAbandoned: () -> Bool = { false }
    ) -> ThreadText? {
        guard let target = bot.bot.reference(flow: step.flow, step: step.step),
            let index = bot.bot.flows.firstIndex(where: { $0.name == flow })
        else { return nil }
        return withoutActuallyEscaping(isAbandoned) { isAbandoned in
            let search = PathSearch(to: target, in: index, bot, limits, isAbandoned)
            for arrangement in search.arrangements.prefix(limits.arrangements) {
                if let lines = search.search(with: arrangement) {
                    return ThreadText(lines.map { "\($0)\n" }.joined())
                }
                if isAbandoned() { return nil }
            }
            return nil
        }
    }

    // Arrangements.

    /// The `given:` lines that are tried, nothing first.
    private var arrangements: [[String]] {
        let needs = bot.bot.flows[flow].needs.filter { !$0.isOptional }.map {
            "given: \($0.name) is \($0.sample.inTranscript(bot.bot.zone))"
        }
        let calls = bot.bot.actions.flatMap { action in
            action.examples.dropFirst().map { "given: \(action.name) answers \($0.name)" }
                + ["given: \(action.name) fails"]
        }
        let closed = ["given: now is 2026-03-01 03:00"]
        return ([[]] + [closed] + calls.map { [$0] } + [["given: device is text only"]]).map { needs + $0 }
    }

    // The search.

    /// A place that a conversation has come to.
    private struct Place {
        var player: Player
        var lines: [String]
    }

    /// Tries what is offered, place by place, those with the fewest moves first.
    private func search(with given: [String]) -> [String]? {
        guard let start = played(given, from: nil) else { return nil }
        var pending = [start]
        var next = 0
        var seen: Set<String> = []
        var moves = 0
        while next < pending.count {
            let place = pending[next]
            next += 1
            for lines in next == 1 ? [["you: Hello"]] : offers(at: place) {
                guard moves < limits.moves, !isAbandoned() else { return nil }
                moves += 1
                guard let reached = played(lines, from: place) else { continue }
                if reached.player.world.passages.contains(Passage(target)) { return reached.lines }
                if let session = reached.player.world.session, !session.isOver,
                    seen.insert(likeness(of: session)).inserted
                {
                    pending.append(reached)
                }
            }
        }
        return nil
    }

    /// What can be done at a place, without what only ends the conversation.
    private func offers(at place: Place) -> [[String]] {
        PlayOffer.all(in: place.player.world).filter { offer in
            switch offer.kind {
            case .close: false
            case .say, .tap, .pick, .fill, .photo, .file, .place, .pay, .signIn, .app, .change, .wait, .person, .event:
                true
            }
        }.map(\.lines) + [["you: ???"]]
    }

    private func played(_ lines: [String], from place: Place?) -> Place? {
        let text = lines.map { "\($0)\n" }.joined()
        let syntax = ThreadText(text).syntax
        guard syntax.problem == nil else { return nil }
        var player =
            place?.player
            ?? Player(
                TestSyntax(name: "", span: syntax.span), flow: flow, engine: bot.engine, opener: bot.opener(of: flow))
        do throws(PlayFailure) {
            try player.goOn(with: syntax.lines)
        } catch {
            return nil
        }
        return Place(player: player, lines: (place?.lines ?? []) + lines)
    }

    /// What two conversations have in common that continue alike.
    private func likeness(of session: Session) -> String {
        var words =
            "\(session.status.rawValue)\u{1F}\(session.flow)\u{1F}\(session.step)\u{1F}\(session.frames.all.count)"
        if let page = session.open?.form?.page { words += "\u{1F}\(page)" }
        if let open = session.open { words += "\u{1F}\(min(3, open.misfits + open.silences))" }
        for name in session.answers.names.sorted() where deciding.contains(name) {
            words += "\u{1E}\(name)\u{1F}\(session.answers[name].map { $0.inTranscript(bot.bot.zone) } ?? "")"
        }
        return words
    }
}

extension Bot {
    /// The names that lines of `when` test.
    fileprivate var decidingNames: Set<String> {
        var names: Set<String> = []
        for step in flows.flatMap(\.steps) {
            if case .decide(let lines, _) = step.thing {
                for line in lines { line.condition.collectNames(in: &names) }
            }
        }
        return names
    }
}

extension Condition {
    func collectNames(in names: inout Set<String>) {
        switch self {
        case .test(let name, let comparison):
            names.insert(name.root)
            for operand in comparison.operands { if case .name(let name) = operand { names.insert(name.root) } }
        case .all(let parts), .any(let parts): for part in parts { part.collectNames(in: &names) }
        case .not(let part): part.collectNames(in: &names)
        }
    }
}

extension Condition.Comparison {
    fileprivate var operands: [Condition.Operand] {
        switch self {
        case .isEmpty, .isNotEmpty, .matches: []
        case .equals(let one), .differs(let one), .ordered(_, let one), .contains(let one), .startsWith(let one): [one]
        case .isOneOf(let some), .isNoneOf(let some), .containsOneOf(let some): some
        }
    }
}
