import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// Transcripts of stored histories.
@Suite struct HistoryTranscriptTests {
    private static func entry(_ heard: Heard, _ sent: [Message] = []) -> HistoryEntry {
        let event = Event(.heard(heard, bubble: nil), at: Moment(seconds: 1_796_115_600), seed: Seed(high: 1, low: 1))
        let effects = sent.map { Effect.send(Outgoing(id: "1", message: $0)).json }
        return HistoryEntry(turn: 1, version: "1", event: event.json, effects: .array(effects))
    }

    @Test func `a day of a calendar, and what was skipped, are told as they would be typed`() throws {
        let days = AskedForm.Days(first: nil, last: nil, preset: nil, format: nil)
        let prompt = PromptMessage(question: "q", words: "When\nshall we come?", days: days, skipWord: "pass")
        let entries = [
            Self.entry(.text("hello"), [.prompt(prompt)]),
            Self.entry(.choice(Selection(question: "q", ids: ["2026-12-01"]))),
            Self.entry(.choice(Selection(question: "q", ids: ["skip"]))),
        ]
        let lines = try HistoryTranscript(entries, named: "one").lines.filter { !$0.hasPrefix("#") }
        #expect(lines == ["test: one", "you: hello", "bot: When shall we come?", "you: 2026-12-01", "you: pass"])
    }
}
