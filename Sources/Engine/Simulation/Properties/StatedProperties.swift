public import Diagnostics
import FlowEngine
public import FlowModel

/// The properties that the transcripts of a bot state in their `always:` and `never:` lines.
public struct StatedProperties: Sendable {
    let all: [Property]
    /// The events of all of them, in order.
    let watched: [WatchedEvent]
    /// Lines that state nothing that can be checked.
    public let diagnostics: [Diagnostic]

    /// None.
    public static let none = StatedProperties(all: [], diagnostics: [])

    /// Whether there is nothing to check.
    public var isEmpty: Bool { all.isEmpty }

    private init(all: [Property], diagnostics: [Diagnostic]) {
        self.all = all
        watched = all.flatMap(\.events)
        self.diagnostics = diagnostics
    }

    /// Reads transcripts; those of unknown flows are left out.
    public init(of files: [SourceFile], in bot: Bot) {
        var all: [Property] = []
        var diagnostics: [Diagnostic] = []
        for file in files {
            let (transcript, _) = TranscriptReader.read(file)
            guard let flow = bot.flows.first(where: { $0.name == transcript.flow }) else { continue }
            let reader = PropertyReader(bot: bot, flow: flow)
            for line in transcript.properties {
                do throws(PropertyMistake) {
                    all.append(try reader.read(line))
                } catch {
                    diagnostics.append(error.diagnostic(of: line))
                }
            }
        }
        self.init(all: all, diagnostics: diagnostics)
    }

    /// The properties of one flow; `nil` is all.
    func of(flow: String?) -> StatedProperties {
        flow == nil ? self : StatedProperties(all: all.filter { $0.flow == flow }, diagnostics: diagnostics)
    }

    /// The names on whose values a property depends.
    var names: Set<String> {
        var names: Set<String> = []
        for event in watched {
            if case .condition(let condition, _)? = event.circumstance { condition.collectNames(in: &names) }
        }
        return names
    }

    /// The words that are tried at every question of a flow.
    func words(in flow: String) -> [String] {
        all.compactMap { property in
            if case .word(let word, _) = property.form, property.flow == flow { word } else { nil }
        }
    }

    /// What of the watched events a move has brought, in order. Events are numbered through all properties.
    ///
    /// - Parameter before: the session in which the move was made.
    func events(of move: ExplorationMove, after before: Session?, in world: World) -> [Int] {
        guard !all.isEmpty else { return [] }
        var found: [Int] = []
        let note = { (isSo: (PropertyEvent) -> Bool, turn: PlayedTurn?) in
            for (index, one) in watched.enumerated() where isSo(one.event) {
                let holds = turn.flatMap { turn in
                    one.circumstance?.holds(in: turn.turn.session, at: turn.at, world.engine)
                }
                if holds ?? true { found.append(index) }
            }
        }
        note({ move.does($0, at: before, in: world.bot) }, nil)
        for turn in world.turns ?? [] {
            for passage in turn.turn.passages where passage.way == nil {
                note({ $0.isVisit(of: passage.step, in: world.bot) }, turn)
            }
            for effect in turn.turn.effects { note({ $0.isCause(of: effect) }, turn) }
        }
        // Calls for pages of payments are made as messages go out.
        let ids = Set((world.turns ?? []).flatMap { $0.turn.calls.map(\.id) })
        for call in world.calls where !ids.contains(call.id) { note({ $0 == .call(call.action) }, world.turns?.last) }
        return found
    }
}

extension ExplorationMove {
    /// Whether the move is what an event speaks of.
    fileprivate func does(_ event: PropertyEvent, at session: Session?, in bot: Bot) -> Bool {
        let isAt = { (step: StepReference) in
            session?.status == .waiting && session?.step == bot.step(step).name
                && session?.flow == bot.flows[step.flow].name
        }
        switch event {
        case .answer(let step, let words): return isAt(step) && lines.contains { $0.restOfLine.lowercased() == words }
        case .act(let line): return lines.contains { $0.lowercased() == line }
        case .silence(let step): return kind == .silence && isAt(step)
        case .step, .call, .handOver, .person: return false
        }
    }
}

extension PropertyEvent {
    fileprivate func isVisit(of step: StepReference, in bot: Bot) -> Bool {
        switch self {
        case .step(let wanted): return wanted == step
        case .person: if case .handOver = bot.step(step).thing { return true } else { return false }
        case .answer, .act, .silence, .call, .handOver: return false
        }
    }

    /// Whether an effect is what the event speaks of.
    fileprivate func isCause(of effect: Effect) -> Bool {
        switch (self, effect) {
        case (.call(let action), .call(let call)): call.action == action
        case (.handOver(let wanted), .handOver(let queue, _, _)): wanted == nil || wanted == queue
        default: false
        }
    }
}
