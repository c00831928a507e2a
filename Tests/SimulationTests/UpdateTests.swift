import Diagnostics
import FlowCompiler
import Simulation
import Testing

/// `usher test --update`: `bot:` lines are replaced by the bot's actual messages.
@Suite struct UpdateTests {
    private func updated(_ transcript: String) throws -> (text: String, report: TestReport) {
        let file = SourceFile(path: "Flows/shop.transcript", text: transcript)
        let report = TestReport(playing: [file], with: try TestFlow.bot(), isUpdating: true)
        return (report.updates.applied(to: file), report)
    }

    private struct Row: Sendable {
        let name: String
        let before: String
        let after: String
    }

    private static let rows = [
        Row(name: "nothing to do", before: "bot: Good day!\nbot: What *\n", after: "bot: Good day!\nbot: What *\n"),
        Row(
            name: "comments, blanks and other lines stay",
            before:
                "# first\n\nbot:   Good morning!\r\n  # second\ntap: Order\n\tbot: What colour?\nexpect: at colour\n",
            after: "# first\n\nbot: Good day!\r\n  # second\ntap: Order\n\tbot: Which colour?\nexpect: at colour\n"),
        Row(
            name: "the nearest of several messages",
            before: "bot: What shall we do?\ntap: Order\n", after: "bot: What can we do?\ntap: Order\n"),
        Row(
            name: "none that a line below finds",
            before: "bot: Welcome.\nbot: What can we do?\n", after: "bot: Good day!\nbot: What can we do?\n"),
        Row(
            name: "a line for which nothing was said goes",
            before: "bot: What can we do?\nbot: And now?\ntap: Order\n", after: "bot: What can we do?\ntap: Order\n"),
        Row(name: "the last line without an end", before: "bot: Hello", after: "bot: Good day!"),
        Row(
            name: "a message of several lines",
            before: "given: device is text only\nbot: Good day!\nbot: Something else\n",
            after: "given: device is text only\nbot: Good day!\nbot: What can we do? 1 Order 2 Bring 3 Talk\n"),
    ]

    @Test(arguments: rows.indices) func `what was said is written into bot lines, and nothing else`(_ row: Int) throws {
        let row = Self.rows[row]
        let head = "test: one\n"
        let (text, report) = try updated(head + row.before)
        #expect(text == head + row.after, "\(row.name)")
        #expect(report.failed == 0, "\(row.name): \(report.allDiagnostics.map(\.message))")
        let again = try updated(text)
        #expect(again.text == text && again.report.updates.isEmpty, "\(row.name): updating again changes nothing")
        #expect(try TestFlow.play(text).report.failed == 0, "\(row.name): the new transcript goes as written")
    }

    @Test func `each change is told with what stood there`() throws {
        let report = try updated("test: one\nbot: Hello!\nbot: What can we do?\nbot: More\n").report
        #expect(report.updates.map(\.old) == ["Hello!", "More"])
        #expect(report.updates.map(\.new) == ["Good day!", nil])
    }

    @Test func `what is no bot line still fails`() throws {
        let (text, report) = try updated("test: one\nbot: Hello!\ntap: Cake\n")
        #expect(text == "test: one\nbot: Good day!\ntap: Cake\n")
        #expect(report.failed == 1)
    }
}
