import Diagnostics
import FlowCompiler
import FlowEngine
import FlowModel
import JSON
import Plays
import Simulation
import TestSupport
import Testing

/// All transcripts of the repository, seen by the studio.
@Suite struct SamplePlayTests {
    /// A test of a transcript with its thread.
    private static func threads(_ flows: StudioFlows) -> [(flow: String, file: SourceFile, thread: ThreadText)] {
        flows.transcripts.flatMap { file in
            let name = file.path.split(separator: "/").last ?? ""
            return ThreadText.all(in: file).map { (String(name.prefix { $0 != "." }), file, $0) }
        }
    }

    /// What `usher test` says of a thread, as the number of a line and a message; `nil` when it passes.
    private static func verdict(_ thread: ThreadText, _ flow: String, _ bot: Bot) -> String? {
        let file = SourceFile(path: "Flows/\(flow).transcript", text: thread.text)
        let failure = TestReport(playing: [file], with: bot).results.first?.failure
        return failure.map { "\(file.place(of: $0.span.range.lowerBound).line): \($0.message)" }
    }

    /// The same of a play: its first difference, or where it stops.
    private static func verdict(_ play: Play) -> String? {
        if let turn = play.turns.first(where: { $0.difference != nil }) {
            return "\(turn.line): \(turn.difference?.diagnostic.message ?? "")"
        }
        return play.stop.map { "\($0.line): \($0.diagnostic?.message ?? "")" }
    }

    @Test(arguments: SampleProject.allCases) func `a play says the same as usher test`(_ project: SampleProject) throws
    {
        let flows = try project.flows()
        let bot = try #require(flows.valid?.bot, "\(flows.report.text())")
        let report = flows.tests()
        let threads = Self.threads(flows)
        #expect(threads.count == report.results.count && report.failed == 0 && report.passed > 0)
        let plays = PlayBot(bot)
        var passages: Set<Passage> = []
        for (flow, _, thread) in threads {
            let play = Play(of: thread, flow: flow, on: .asWritten, with: plays)
            #expect(Self.verdict(play) == nil, "\(flow): \(thread.name ?? "")")
            passages.formUnion(play.passages)
        }
        #expect(passages == report.passages)
    }

    /// Transcripts with a line too few, twice, or of another test.
    @Test(arguments: SampleProject.allCases) func `it says the same of damaged transcripts`(_ project: SampleProject)
        throws
    {
        let flows = try project.flows()
        let bot = try #require(flows.valid?.bot)
        let plays = PlayBot(bot)
        let threads = Self.threads(flows)
        var chance = SeededRandom(seed: 21)
        var failures = 0
        for (flow, _, thread) in threads.prefix(30) {
            for _ in 0..<3 {
                let line = 2 + chance.number(below: max(1, thread.lines.count - 1))
                let other = chance.pick(chance.pick(threads).thread.lines)
                let damaged =
                    switch chance.number(below: 3) {
                    case 0: thread.replacing(line, with: nil)
                    case 1: thread.replacing(line, with: other.hasPrefix("test:") ? "you: ?" : other)
                    default: thread.rewound(to: line).appending(Array(thread.lines.dropFirst(line - 1)))
                    }
                let expected = Self.verdict(damaged, flow, bot)
                failures += expected == nil ? 0 : 1
                let found = Self.verdict(Play(of: damaged, flow: flow, on: .asWritten, with: plays))
                #expect(found == expected, "\(flow):\n\(damaged.text)")
            }
        }
        #expect(failures > 0)
    }

    @Test(arguments: SampleProject.allCases) func `every thread is played on every device, always alike`(
        _ project: SampleProject
    ) async throws {
        let flows = try project.flows()
        let threads = Self.threads(flows).prefix(6).enumerated().map { index, test in
            PlayRequest.Thread(id: "\(index)", flow: test.flow, text: test.thread)
        }
        let request = PlayRequest(threads: Array(threads), devices: PlayDevice.allCases, payloads: .all)
        let answer = await flows.play(request).json
        let plays = try #require(answer["plays"]?.array)
        #expect(plays.count == threads.count * PlayDevice.allCases.count)
        for play in plays {
            let turns = try #require(play["turns"]?.array)
            #expect(!turns.isEmpty)
            // The customer does the same everywhere, as far as it goes.
            let bubbles = turns.flatMap { $0["shown"]?.array ?? [] }.filter { $0["from"]?.string == "bot" }
            for bubble in bubbles {
                #expect(bubble["html"]?.string?.hasPrefix("<article") ?? false)
                if play["device"]?.string != "web" { #expect(bubble["payload"]?.array != nil) }
            }
        }
        let again = await flows.play(request).json
        #expect(again == answer)
    }

    @Test(arguments: SampleProject.allCases) func `a thread that is kept passes as a test`(_ project: SampleProject)
        throws
    {
        let flows = try project.flows()
        let valid = try #require(flows.valid)
        for (flow, file, thread) in Self.threads(flows).prefix(12) {
            let acts = thread.lines.filter { !$0.hasPrefix("bot:") && !$0.hasPrefix("expect:") }
            let bare = ThreadText(acts.map { "\($0)\n" }.joined())
            let request = ThreadRequest(
                flow: flow, text: bare, operation: .keep(name: "kept \(thread.name ?? "")", file: file.path))
            let answer = try flows.edit(request)
            let edited = file.applying(answer.edits)
            let report = TestReport(playing: [edited], with: valid.bot)
            #expect(report.failed == 0, "\(answer.text.text)\n\(report.allDiagnostics.map(\.message))")
            #expect(report.passed == ThreadText.all(in: file).count + 1)
        }
    }
}
