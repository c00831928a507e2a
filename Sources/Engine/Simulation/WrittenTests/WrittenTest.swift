import Diagnostics
import FlowEngine
import FlowModel

/// A test that is written for a step or a branch.
struct WrittenTest {
    /// The goal that it is named for, by index.
    let goal: Int
    /// What is arranged, and what customers do.
    let lines: [String]
    /// The goals that it passes.
    let passed: Set<Int>
    /// The test as it stands in a transcript, with all that the bot says.
    let text: String

    /// Plays a conversation and writes down what the bot says.
    ///
    /// - Parameters:
    ///   - goal: the goal that it is named for.
    ///   - name: its name.
    /// - Returns: `nil` when it cannot be played or does not pass the goal.
    init?(_ lines: [String], as name: String, for goal: Int, of goals: WayGoals, flow: String, with bot: PlayBot) {
        let thread = ThreadText(lines.map { "\($0)\n" }.joined())
        let play = Play(of: thread, flow: flow, on: .asWritten, with: bot)
        passed = goals.goals(passedBy: play.passages)
        guard play.stop == nil, passed.contains(goal),
            let kept = try? KeptTest(thread, as: name, flow: flow, with: bot)
        else { return nil }
        self.goal = goal
        self.lines = lines
        text = kept.text
    }

    /// What a test that was written before arranges, and what customers do in it.
    static func acts(of thread: ThreadText) -> [String] {
        thread.lines.filter {
            !$0.isBlankOrComment && !$0.isOfBot && $0.verbOfLine != TranscriptVerb.test.rawValue
        }
    }

    /// The lines of the test, without what the bot has said in tests before it, apart from the end.
    ///
    /// - Parameter said: the `bot:` lines so far.
    func lines(without said: inout Set<String>) -> [String] {
        let all = text.split(separator: "\n").map { String($0) }
        let end = (all.lastIndex { !$0.isOfBot } ?? -1) + 1
        var kept: [String] = []
        for (place, line) in all.enumerated() {
            let isNew = !line.hasPrefix("\(TranscriptVerb.bot.rawValue):") || said.insert(line).inserted
            if isNew || place >= end { kept.append(line) }
        }
        return kept
    }
}

extension String {
    /// Whether a line of a transcript states what the bot does.
    fileprivate var isOfBot: Bool {
        [TranscriptVerb.bot.rawValue, TranscriptVerb.expect.rawValue].contains(String(verbOfLine))
    }
}
