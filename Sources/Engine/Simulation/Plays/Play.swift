import Diagnostics
import Expressions
public import FlowEngine
import FlowModel
import MessageModel

/// A thread seen on one device: what every line does, and where and why it stops.
///
/// Pure: the same thread, device and bot always give the same play. It is played by the player of `usher test`; a
/// `bot:` or `expect:` line that is not so is a difference and stops nothing, because the customer's half of a
/// recording is its truth, and the bot's half is compared with it.
public struct Play: Sendable {
    /// The device on which it is seen.
    public let device: PlayDevice
    /// What the lines that were played did, in their order; lines that cannot be played, such as comments, have none.
    public private(set) var turns: [PlayTurn] = []
    /// `nil` when all lines were played.
    public private(set) var stop: PlayStop?
    /// Where the conversation stands at the end.
    public private(set) var state: PlayState
    /// What can be done there.
    public private(set) var offers: [PlayOffer] = []
    /// The values of the names of the current flow, and what is known about the customer.
    public private(set) var values: [PlayValue] = []
    /// The steps and branches that were passed, for coverage.
    public private(set) var passages: Set<Passage> = []

    /// Plays a thread.
    ///
    /// - Parameters:
    ///   - flow: the flow of the thread; without such a flow in the bot, the thread stops at once.
    ///   - last: the last line of the thread that is played, from 1; `nil` plays all.
    ///   - isAbandoned: says, before each line, that the result is no longer needed.
    public init(
        of thread: ThreadText, flow: String, on device: PlayDevice, with bot: PlayBot, until last: Int? = nil,
        limits: PlayLimits = PlayLimits(), unless isAbandoned: () -> Bool = { false }
    ) {
        self.init(
            of: thread, flow: flow, on: device, with: bot, until: last, limits: limits, isWeekLater: false,
            unless: isAbandoned)
    }

    /// Plays a thread, also as it would be played another time.
    ///
    /// - Parameter isWeekLater: whether the clock begins a week later, unless the thread sets it, and identifiers are
    ///   others.
    init(
        of thread: ThreadText, flow: String, on device: PlayDevice, with bot: PlayBot, until last: Int? = nil,
        limits: PlayLimits = PlayLimits(), isWeekLater: Bool, unless isAbandoned: () -> Bool = { false }
    ) {
        self.device = device
        let thread = last.map(thread.rewound) ?? thread
        guard let index = bot.bot.flows.firstIndex(where: { $0.name == flow }) else {
            state = PlayState(now: Moment(milliseconds: 0), wakes: [])
            stop = thread.stopWithoutFlow(flow, bot.bot)
            return
        }
        var player = Player(
            thread.syntax, flow: index, engine: bot.engine, opener: bot.opener(of: index), on: device.device)
        player.world.record = PlayRecord()
        player.world.mostEvents = limits.events
        if isWeekLater { player.world.moveAWeekAhead() }
        state = PlayState(player.world)
        play(thread, &player, limits, isAbandoned)
        if turns.isEmpty { state = PlayState(player.world) }
        passages = player.world.passages
        offers = PlayOffer.all(in: player.world)
        stop?.findCures(among: offers)
    }

    private mutating func play(
        _ thread: ThreadText, _ player: inout Player, _ limits: PlayLimits, _ isAbandoned: () -> Bool
    ) {
        var known = KnownValues(player.world.bot)
        defer { values = known.values(of: player.world) }
        let problem = thread.syntax.problem
        for (place, line) in thread.syntax.lines.enumerated() {
            let number = thread.line(of: line)
            if let problem, thread.line(of: problem.span) < number {
                stop = PlayStop(thread, problem)
                return
            }
            let reason: PlayStop.Reason? =
                if place >= limits.lines || player.world.isExhausted { .limit } else {
                    isAbandoned() ? .abandoned : nil
                }
            if let reason {
                stop = PlayStop(line, at: number, because: reason)
                return
            }
            var difference: PlayDifference?
            do throws(PlayFailure) {
                try player.play(lineAt: place)
            } catch {
                guard line.isCompared, error.diagnostic.code != .transcriptNothingWaiting else {
                    player.world.record?.dropLastAct()
                    if player.world.record?.isEmpty == false { add(line, number, &player, &known, nil) }
                    // The pages of a form are sent together: an earlier line may be the one that is wrong.
                    let place = thread.line(of: error.diagnostic.span)
                    let wrong = thread.syntax.lines.first { thread.line(of: $0) == place } ?? line
                    stop = PlayStop(wrong, at: thread.line(of: wrong), error.diagnostic)
                    return
                }
                difference = PlayDifference(diagnostic: error.diagnostic, sides: error.sides)
            }
            if place + 1 == thread.syntax.lines.count, problem == nil {
                do throws(PlayFailure) {
                    try player.beginIfPlaced(line)
                } catch {
                    stop = PlayStop(line, at: number, error.diagnostic)
                }
            }
            add(line, number, &player, &known, difference)
        }
        if stop != nil { return }
        if let problem {
            stop = PlayStop(thread, problem)
        } else if player.world.isExhausted, let line = thread.syntax.lines.last {
            stop = PlayStop(line, at: thread.line(of: line), because: .limit)
        }
    }

    /// Adds what happened at a line.
    private mutating func add(
        _ line: LineSyntax, _ number: Int, _ player: inout Player, _ known: inout KnownValues,
        _ difference: PlayDifference?
    ) {
        let record = player.world.record?.taken() ?? PlayRecord()
        state = PlayState(player.world)
        turns.append(
            PlayTurn(
                line: number, verb: line.verb.rawValue, text: line.text, events: record.events, moves: record.moves,
                calls: record.calls, changes: known.changes(in: player.world, at: number), state: state,
                difference: difference))
    }
}

extension LineSyntax {
    /// Whether the line only compares what the bot did.
    fileprivate var isCompared: Bool { verb == .bot || verb == .expect }
}

extension PlayState {
    init(_ world: World) {
        let session = world.session
        status = session?.status
        step = session.flatMap { $0.isOver ? nil : PlayStep($0) }
        question = session?.status == .waiting ? session?.open?.asked.id : nil
        now = world.now
        wakes = (session?.wakes ?? []).sorted { $0.at < $1.at }.map { Wake(kind: Wake.Kind($0.purpose), at: $0.at) }
        language = session?.language
    }

    fileprivate init(now: Moment, wakes: [Wake]) {
        self.now = now
        self.wakes = wakes
    }
}

extension PlayState.Wake.Kind {
    fileprivate init(_ purpose: Wake.Purpose) {
        switch purpose {
        case .silence: self = .silence
        case .slowness: self = .slowness
        case .reminder: self = .reminder
        case .unanswered: self = .people
        }
    }
}
