import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Foundation
import JSON
import MessageModel
import TestSupport
import Testing

/// Recorded conversations, event by event, with their effects. New code must reproduce them byte for byte: sessions in
/// a database have been created by older code.
@Suite struct HistoryTests {
    @Test(arguments: try KeptHistory.all) func `a kept history is replayed to the byte`(history: KeptHistory) throws {
        let replayed = try history.replayed()
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" { try history.write(replayed) }
        #expect(replayed.count == history.lines.count)
        for (number, (new, old)) in zip(replayed, history.lines).enumerated() {
            #expect(new == old, "event \(number + 1) of \(history)")
        }
    }

    @Test(arguments: try KeptHistory.all) func `a session as it was stored goes on like the one that stayed in memory`(
        history: KeptHistory
    ) throws {
        let lines = try history.lines.map { try JSONValue(parsing: $0) }
        for (before, after) in zip(lines, lines.dropFirst()) {
            guard let stored = before["session"] else { continue }
            let outcome = try history.engine.advance(
                Session(json: stored), on: Event(json: after.required("event")))
            #expect(try history.line(after.required("event"), outcome) == after.text)
        }
    }

    @Test(arguments: try KeptHistory.all) func `sessions, events and effects are written as text like their values`(
        history: KeptHistory
    ) throws {
        for line in try history.lines.map({ try JSONValue(parsing: $0) }) {
            let event = try line.required("event")
            #expect(try Event(json: event).jsonText == event.text)
            if let session = line["session"] { #expect(try Session(json: session).jsonText == session.text) }
            let effects: [Effect] = try line.list("effects")
            if let stored = line["effects"] { #expect(effects.jsonText == stored.text) }
        }
    }

    /// Every kind of event and effect: a new one needs a history.
    @Test(arguments: [
        #""heard":{"text""#, #""heard":{"choice""#, #""known":true"#, #""silent":"#, #""undelivered":"#,
        #""given_back":"#,
        #""closed":"#, #""send":{"text""#, #""send":{"buttons""#, #""send":{"list""#, #""send":{"times""#,
        #""hand_over":"#, #""drop_pending":"#, #""ignored":"#, #""interrupted":"#, #""taps":"#, #""trail":"#,
        #""said":"#,
        #""silences":"#, #""misfits":"#, #""earlier":"#, #""intent":"#, #""group":"#, #""status":"waiting""#,
        #""status":"with-person""#, #""status":"ended""#, #""status":"closed""#, #""money":"#, #""time":"#,
        #""bubble":{"flow""#, #""number":{"whole""#, #""money":{"currency""#, #""date":{"from""#, #""filled":"#,
        #""replaced":"#, #""began":"#,
    ])
    func `every form of an event, an effect and a session stands in a kept history`(form: String) throws {
        let lines = try KeptHistory.all.flatMap(\.lines)
        #expect(lines.contains { $0.contains(form) })
    }
}

/// A folder of `Histories`: flows, and in `history.jsonl` the recorded events, one on each line.
struct KeptHistory: CustomTestStringConvertible, Sendable {
    let folder: URL
    let engine: Engine
    let lines: [String]

    var testDescription: String { folder.lastPathComponent }

    static var all: [KeptHistory] {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Histories")
            return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
                .map { try KeptHistory(root.appending(path: $0)) }
        }
    }

    init(_ folder: URL) throws {
        self.folder = folder
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Flows").path).sorted()
        let texts = try names.map { name in
            (name, try String(contentsOf: folder.appending(path: "Flows/\(name)"), encoding: .utf8))
        }
        engine = Engine(try bot(files: texts, version: folder.lastPathComponent))
        let file = folder.appending(path: "history.jsonl")
        lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns the lines as the engine produces them now.
    func replayed() throws -> [String] {
        var session: Session?
        return try lines.map { line in
            let event = try JSONValue(parsing: line).required("event")
            let outcome = try engine.advance(session, on: Event(json: event))
            if case .turn(let turn) = outcome {
                session = try Session(json: JSONValue(parsing: turn.session.json.text))
            }
            return self.line(event, outcome)
        }
    }

    func line(_ event: JSONValue, _ outcome: Outcome) -> String {
        var object: JSONObject = ["event": event]
        switch outcome {
        case .ignored(let reason): object["ignored"] = .string(reason)
        case .turn(let turn):
            object["effects"] = .array(turn.effects.map(\.json))
            object["session"] = turn.session.json
        }
        return JSONValue.object(object).text
    }

    func write(_ lines: [String]) throws {
        let text = lines.map { $0 + "\n" }.joined()
        try text.write(to: folder.appending(path: "history.jsonl"), atomically: true, encoding: .utf8)
    }
}
