import Concurrency
import Expressions
import Foundation
import JSON
import LanguageProtocol
import TestSupport
import Testing

/// What is published about files, when, and for which URIs.
@Suite struct DiagnosticsTests {
    private static let broken = Editor.hello.replacing("then: bye", with: "then: bey")
    private static let fix: JSONValue = ["range": Editor.range(5, 10, 13), "text": "bye"]

    @Test func `diagnostics come with code, range, second place and the version of the document`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(["textDocument": ["publishDiagnostics": ["relatedInformation": true]]])
        let twice = Editor.hello.replacing("  bye:\n", with: "  greet:\n")
        editor.open("Flows/hello.yaml", twice, version: 7)
        let found = await editor.diagnostics(of: editor.uri("Flows/hello.yaml"), version: 7)
        let same = try #require(found.first { $0["code"] == "duplicate-step" })
        #expect(same["range"] == Editor.range(6, 2, 7))
        #expect(same["severity"] == 1)
        #expect(same["source"] == "usher")
        let second = same["relatedInformation"]?[0]
        #expect(second?["location"]?["uri"]?.string == editor.uri("Flows/hello.yaml"))
        #expect(second?["location"]?["range"] == Editor.range(3, 2, 7))
        #expect(found.contains { $0["code"] == "unknown-step" })
    }

    @Test func `diagnostics follow the changes, and disappear with their reason`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Self.broken)
        #expect(await editor.codes(of: "Flows/hello.yaml", version: 1).contains("unknown-step"))
        editor.change("Flows/hello.yaml", version: 2, Self.fix)
        #expect(await editor.codes(of: "Flows/hello.yaml", version: 2) == [])
    }

    @Test func `steps that are never reached are marked as unnecessary`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(["textDocument": ["publishDiagnostics": ["tagSupport": ["valueSet": [1, 2]]]]])
        editor.open("Flows/hello.yaml", Editor.hello.replacing("then: bye", with: "then: end"))
        let found = await editor.diagnostics(of: editor.uri("Flows/hello.yaml"), version: 1)
        #expect(found.first { $0["code"] == "unreachable-step" }?["tags"] == [1])
        #expect(found.first { $0["code"] == "unreachable-step" }?["severity"] == 2)
    }

    @Test func `slow projects are compiled once nothing has changed for 100 milliseconds`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello)
        _ = await editor.codes(of: "Flows/hello.yaml", version: 1)
        let isPublished = { (version: Int) in editor.messages.contains { $0["params"]?["version"] == .int(version) } }
        editor.change("Flows/hello.yaml", version: 2, ["text": .string(Self.broken)])
        await editor.untilProcessed()
        editor.clock.turn(by: .init(milliseconds: 60))
        editor.change("Flows/hello.yaml", version: 3, ["text": .string(Self.broken)])
        await editor.untilProcessed()
        editor.clock.turn(by: .init(milliseconds: 99))
        await editor.untilProcessed()
        #expect(!isPublished(2) && !isPublished(3))
        editor.clock.turn(by: .init(milliseconds: 1))
        await poll { isPublished(3) }
        #expect(!isPublished(2))
    }

    @Test func `quick projects are compiled at every change, without waiting`() async throws {
        let editor = try Editor(quick: .seconds(600))
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Self.broken)
        // No clock turns.
        await poll { editor.messages.contains { $0["params"]?["version"] == 1 } }
        editor.change("Flows/hello.yaml", version: 2, Self.fix)
        await poll { editor.messages.contains { $0["params"]?["version"] == 2 } }
    }

    @Test func `what a request has compiled is published at once`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Self.broken)
        editor.send([
            Editor.request(
                5, "textDocument/documentSymbol", ["textDocument": ["uri": .string(editor.uri("Flows/hello.yaml"))]])
        ])
        await poll { editor.messages.contains { $0["params"]?["version"] == 1 } }
        #expect(editor.answers(to: 5) == 1)
    }

    @Test func `files that are not open are reported without a version, and cleared when they are sound`() async throws
    {
        let editor = try Editor([
            "Flows/bot.yaml": Editor.bot, "Flows/hello.yaml": Editor.hello,
            "Flows/other.yaml": """
            flow: other
            start: x
            steps:
              x:
                say: Hi.
                then: hello/bye
            anywhere:
              agent, help, support: hello/desk

            """,
        ])
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello.replacing("bye", with: "farewell"))
        let uri = editor.uri("Flows/other.yaml")
        let found = await editor.diagnostics(of: uri, version: nil)
        #expect(found.first?["code"] == "unknown-step")
        let count = editor.messages.count
        editor.change("Flows/hello.yaml", version: 2, ["text": .string(Editor.hello)])
        // Nothing leads to the other flow, which counts only while everything can be read.
        let left = await editor.diagnostics(of: uri, version: nil, after: count)
        #expect(left.map { $0["code"] } == ["unreachable-flow"])
        // What has not changed is not sent again.
        editor.change("Flows/hello.yaml", version: 3, ["text": .string(Editor.hello)])
        _ = await editor.codes(of: "Flows/hello.yaml", version: 3)
        #expect(editor.messages.count { $0["params"]?["uri"] == .string(uri) } == 2)
    }

    @Test func `a closed document counts as it is on the disk`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Self.broken)
        _ = await editor.codes(of: "Flows/hello.yaml", version: 1)
        editor.notify("textDocument/didClose", ["textDocument": ["uri": .string(editor.uri("Flows/hello.yaml"))]])
        #expect(await editor.codes(of: "Flows/hello.yaml", version: nil) == [])
    }

    @Test func `marks of a deleted file are removed`() async throws {
        let editor = try Editor([
            "Flows/bot.yaml": Editor.bot, "Flows/hello.yaml": Editor.hello, "Flows/old.yaml": "flow: old\n",
        ])
        _ = await editor.initialize()
        let uri = editor.uri("Flows/old.yaml")
        #expect(await !editor.diagnostics(of: uri, version: nil).isEmpty)
        let count = editor.messages.count
        try FileManager.default.removeItem(atPath: editor.folder.file("Flows/old.yaml"))
        #expect(await editor.diagnostics(of: uri, version: nil, after: count) == [])
        #expect(editor.messages.count > count)
    }

    // Files on the disk.

    @Test func `a client that can watches files, and reports what it saw`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(Editor.watching)
        let registration = await editor.first { $0["method"] == "client/registerCapability" }
        let registered = registration?["params"]?["registrations"]?[0]
        #expect(registered?["method"] == "workspace/didChangeWatchedFiles")
        #expect(registered?["registerOptions"]?["watchers"]?.array?.count == 2)
        _ = await editor.request("workspace/symbol", ["query": ""])
        try editor.folder.write(Self.broken, to: "Flows/hello.yaml")
        let uri = editor.uri("Flows/hello.yaml")
        editor.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": .string(uri), "type": 2]]])
        #expect(await !editor.diagnostics(of: uri, version: nil).isEmpty)
    }

    @Test func `for a client that cannot, files are polled`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        _ = await editor.request("workspace/symbol", ["query": ""])
        #expect(!editor.messages.contains { $0["method"] == "client/registerCapability" })
        try editor.folder.write(Self.broken, to: "Flows/hello.yaml")
        #expect(await !editor.diagnostics(of: editor.uri("Flows/hello.yaml"), version: nil).isEmpty)
    }

    @Test func `secrets are not read, and files beside the flows have no diagnostics`() async throws {
        let editor = try Editor([
            "Flows/bot.yaml": Editor.bot, "Flows/hello.yaml": Editor.hello, "Config/usher.yaml": "nonsense: [\n",
            "Config/secrets.yaml": "apple:\n  secret: abc\n", "Flows/deep/x.yaml": "flow: [\n",
        ])
        _ = await editor.initialize()
        editor.open("Config/secrets.yaml", "apple:\n  secret: abc\n")
        editor.open("Flows/hello.yaml", Editor.hello)
        #expect(await editor.codes(of: "Flows/hello.yaml", version: 1) == [])
        #expect(await editor.codes(of: "Config/secrets.yaml", version: 1) == [])
        #expect(await editor.request("textDocument/hover", editor.at("Config/secrets.yaml", 0, 0))["result"] == .null)
        #expect(!editor.messages.contains { $0.text.contains("abc") })
    }

    // Several folders, several URIs.

    @Test func `each project has its own flows`() async throws {
        let editor = try Editor([
            "one/Flows/bot.yaml": Editor.bot, "one/Flows/hello.yaml": Editor.hello,
            "deep/er/two/Flows/bot.yaml": Editor.bot, "deep/er/two/Flows/hello.yaml": Self.broken,
        ])
        _ = await editor.initialize()
        let uri = editor.uri("deep/er/two/Flows/hello.yaml")
        #expect(await !editor.diagnostics(of: uri, version: nil).isEmpty)
        let symbols = await editor.request("workspace/symbol", ["query": "greet"])["result"]?.array ?? []
        #expect(
            Set(symbols.compactMap { $0["location"]?["uri"]?.string }) == [uri, editor.uri("one/Flows/hello.yaml")])
        editor.open("one/Flows/hello.yaml", Self.broken)
        #expect(await editor.codes(of: "one/Flows/hello.yaml", version: 1).contains("unknown-step"))
    }

    @Test func `folders come and leave`() async throws {
        let editor = try Editor([
            "one/Flows/bot.yaml": Editor.bot, "one/Flows/hello.yaml": Editor.hello,
            "two/Flows/bot.yaml": Editor.bot, "two/Flows/hello.yaml": Self.broken,
        ])
        _ = await editor.initialize(roots: [editor.uri("one")])
        let folder: JSONValue = ["uri": .string(editor.uri("two")), "name": "two"]
        editor.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [folder], "removed": []]])
        let uri = editor.uri("two/Flows/hello.yaml")
        #expect(await !editor.diagnostics(of: uri, version: nil).isEmpty)
        let count = editor.messages.count
        editor.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": [folder]]])
        #expect(await editor.diagnostics(of: uri, version: nil, after: count) == [])
        #expect(editor.messages.count > count)
    }

    @Test(
        arguments: [["rootUri": "R", "workspaceFolders": nil], ["rootPath": "P", "workspaceFolders": nil]]
            as [JSONObject])
    func `clients without folders name their root`(parameters: JSONObject) async throws {
        let editor = try Editor(["Flows/bot.yaml": Editor.bot, "Flows/hello.yaml": Self.broken])
        var parameters = parameters
        if parameters["rootUri"] != nil { parameters["rootUri"] = .string(FileURI.uri(of: editor.folder.path)) }
        if parameters["rootPath"] != nil { parameters["rootPath"] = .string(editor.folder.path) }
        _ = await editor.initialize(with: parameters)
        #expect(await !editor.diagnostics(of: editor.uri("Flows/hello.yaml"), version: nil).isEmpty)
    }

    @Test func `a file under two URIs has its marks under both, from the text that changed last`() async throws {
        let editor = try Editor()
        let link = editor.folder.path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: editor.folder.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello)
        let other = FileURI.uri(of: "\(link)/Flows/hello.yaml").replacing("hello", with: "hell%6F")
        editor.open("Flows/hello.yaml", Self.broken, version: 4, uri: other)
        for (uri, version) in [(other, 4), (editor.uri("Flows/hello.yaml"), 1)] {
            let marked = await editor.first { message in
                message["params"]?["uri"] == .string(uri) && message["params"]?["version"] == .int(version)
                    && message["params"]?["diagnostics"]?.array?.contains { $0["code"] == "unknown-step" } ?? false
            }
            #expect(marked != nil)
        }
        #expect(!editor.messages.contains { $0["params"]?["uri"]?.string?.contains("-link/Flows/bot") ?? false })
    }

    @Test func `the first flow of a project without bot yaml is helped, too`() async throws {
        let editor = try Editor(["README": ""])
        try FileManager.default.createDirectory(atPath: editor.folder.file("Flows"), withIntermediateDirectories: true)
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello)
        #expect(await editor.codes(of: "Flows/bot.yaml", version: nil) == ["empty-file"])
    }

    @Test func `a byte order mark moves nothing`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", "\u{FEFF}" + Self.broken)
        let found = await editor.diagnostics(of: editor.uri("Flows/hello.yaml"), version: 1)
        #expect(found.first { $0["code"] == "unknown-step" }?["range"] == Editor.range(5, 10, 13))
        editor.open("Flows/bot.yaml", "\u{FEFF}bto: Shop\n")
        let first = await editor.diagnostics(of: editor.uri("Flows/bot.yaml"), version: 1)
        #expect(first.contains { $0["range"] == Editor.range(0, 1, 4) })
    }

    @Test(
        arguments: [
            (["utf-8"], 4 + 9), (["utf-16"], 2 + 9), (["utf-32"], 2 + 9), (["utf-8", "utf-16"], 4 + 9), ([], 2 + 9),
        ] as [([JSONValue], Int)])
    func `ranges are counted in the units that were agreed on`(offered: [JSONValue], start: Int) async throws {
        let editor = try Editor()
        let capabilities: JSONValue = offered.isEmpty ? [:] : ["general": ["positionEncodings": .array(offered)]]
        _ = await editor.initialize(capabilities)
        // UTF-32 is not offered alone by any client; UTF-16 is then the answer.
        editor.open("Flows/hello.yaml", Editor.hello.replacing("Welcome to the shop 🚲.", with: "🚲 Hello {nmae}."))
        let found = await editor.diagnostics(of: editor.uri("Flows/hello.yaml"), version: 1)
        let unknown = try #require(found.first { $0["code"] == "unknown-name" })
        #expect(unknown["range"]?["start"]?["character"]?.int == start + 8)
    }
}
