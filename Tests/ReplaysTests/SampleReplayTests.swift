import Channels
import ConversationRuntime
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import FlowPublishing
import Foundation
import InMemoryStores
import Projects
import Replays
import Testing

@testable import Simulation

/// On the flows on which they were held, all conversations go the same way.
@Suite struct SampleReplayTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The project of the repository, and the bots of the examples.
    static let projects =
        [""]
        + ["bike-repair", "restaurant", "web-shop", "vet", "pets", "barber"].map {
            "Tests/SimulationTests/Fixtures/\($0)"
        }

    @Test(arguments: projects) func `transcripts go the same way on the same flows`(_ project: String) async throws {
        let folder = try ProjectFolder(at: Self.root.appending(path: project).path)
        let now = Moment(seconds: 1_772_442_000)
        let compilation = Compiler.compile(try folder.files(), options: CompilerOptions(now: now))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        var played = 0
        for file in try folder.transcripts() {
            let transcript = TranscriptReader.read(file).transcript
            guard let flow = bot.flows.firstIndex(where: { $0.name == transcript.flow }) else { continue }
            var bot = bot
            bot.start = StepReference(flow: flow, step: bot.flows[flow].start)
            for test in transcript.tests {
                guard let turns = Self.turns(of: test, in: flow, of: bot) else { continue }
                let store = InMemorySessionStore()
                await Self.keep(turns, by: Engine(bot), in: store)
                let run = ReplayRun(of: bot, comparesTexts: true, sessions: store, operators: store)
                let report = try await run.run(at: Moment(seconds: 4_000_000_000))
                #expect(report.different == 0 && !report.leavesOut, "\(test.name): \(report.text)")
                played += report.same
            }
        }
        #expect(played > 2)
    }

    /// The turns of a test; `nil` where it begins in the middle of a flow.
    private static func turns(of test: TestSyntax, in flow: Int, of bot: Bot) -> [PlayedTurn]? {
        let engine = Engine(bot)
        var player = Player(test, flow: flow, engine: engine, opener: engine)
        player.world.turns = []
        try? player.play()
        let turns = player.world.turns ?? []
        return turns.first?.event.sender == nil ? nil : turns
    }

    private static func keep(_ turns: [PlayedTurn], by engine: Engine, in store: InMemorySessionStore) async {
        let key = ConversationKey(channel: "apple", customer: "customer", business: "shop")
        var stored: StoredSession?
        for turn in turns {
            var record = TurnRecord(conversation: key, replaces: stored, version: engine.bot.version, at: turn.at)
            record.turn = turn.turn
            record.event = turn.event
            record.shownEvent = engine.shown(turn.event, in: stored?.session)
            guard case .committed(let committed) = await store.commit(record) else { continue }
            stored = committed.session
        }
    }
}
