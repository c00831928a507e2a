import JSON
import LanguageProtocol
import LanguageServer
import Testing

/// The rules of the protocol that hold for every message.
@Suite struct ServerLifeTests {
    @Test func `initialize is answered with what the server can do`() async throws {
        let editor = try Editor()
        let result = await editor.initialize()["result"]
        #expect(result?["capabilities"]?["textDocumentSync"]?["change"] == 2)
        #expect(result?["capabilities"]?["positionEncoding"] == "utf-16")
        #expect(result?["serverInfo"]?["name"] == "usher")
    }

    @Test func `a request before initialize is refused, and a notification ignored`() async throws {
        let editor = try Editor()
        editor.notify("textDocument/didOpen", ["textDocument": ["uri": "file:///x", "text": "x"]])
        #expect(await editor.request("shutdown")["error"]?["code"]?.int == -32002)
        #expect(await editor.initialize()["result"] != nil)
    }

    @Test func `shutdown and exit end the server with code 0`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        #expect(await editor.request("shutdown")["result"] == .null)
        #expect(await editor.request("textDocument/hover")["error"]?["code"]?.int == -32600)
        editor.notify("exit")
        #expect(await editor.exitCode() == 0)
    }

    @Test func `exit without shutdown ends the server with code 1`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.notify("exit")
        #expect(await editor.exitCode() == 1)
    }

    @Test func `the server ends when its input ends`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.server.endOfInput()
        #expect(await editor.exitCode() == 1)
    }

    @Test func `the server ends with its parent`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(with: ["processId": 77])
        editor.endClient()
        #expect(await editor.exitCode() == 1)
        #expect(editor.log.contains { $0.contains("77") })
    }

    @Test func `the server ends when its answers cannot be written`() async throws {
        let editor = try Editor()
        editor.stopReading()
        editor.send([Editor.request(1, "initialize", [:])])
        #expect(await editor.exitCode() == 1)
    }

    @Test func `broken framing ends the server with a reason`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.server.receive(Array("Content-Length: x\r\n\r\n".utf8))
        #expect(await editor.exitCode() == 1)
        #expect(editor.log == ["usher lsp: `x` is not a Content-Length"])
    }

    @Test func `a body that is no JSON is answered, and the next message is read`() async throws {
        let editor = try Editor()
        editor.server.receive(Frame.bytes(of: Array("{nonsense".utf8)))
        #expect(await editor.answer(to: .null)["error"]?["code"]?.int == -32700)
        #expect(await editor.initialize()["result"] != nil)
    }

    @Test func `an unknown request has an answer, unknown notifications have none`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.notify("$/setTrace", ["value": "verbose"])
        editor.notify("textDocument/unheardOf", ["x": 1])
        editor.send([["jsonrpc": "2.0", "id": 9, "result": .null]])
        #expect(await editor.request("textDocument/unheardOf")["error"]?["code"]?.int == -32601)
        #expect(await editor.request("$/unheardOf")["error"]?["code"]?.int == -32601)
        #expect(editor.messages.count { $0["method"] == nil } == 3)
    }

    @Test(arguments: [
        "textDocument/completion", "textDocument/hover", "textDocument/definition", "textDocument/references",
        "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename",
        "textDocument/codeAction", "textDocument/documentSymbol", "textDocument/foldingRange",
        "textDocument/semanticTokens/full", "textDocument/formatting", "usher/explain",
    ])
    func `parameters of another shape are an error, and the server lives on`(method: String) async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        let shapes: [JSONValue] = [
            .null, [], "x", [:], ["textDocument": "x", "position": 1, "range": 2],
            ["textDocument": ["uri": 1], "position": ["line": -1, "character": "x"], "newName": [:]],
        ]
        for shape in shapes {
            let answer = await editor.request(method, shape)
            #expect(answer["error"]?["code"]?.int == -32602, "\(answer.text)")
        }
        editor.notify("textDocument/didOpen", 1)
        editor.notify("textDocument/didChange", ["textDocument": ["uri": "file:///nowhere"]])
        editor.notify("textDocument/didClose", [])
        #expect(await editor.request("workspace/symbol", ["query": ""])["result"] != nil)
        #expect(editor.messages.count { $0["method"] == "window/logMessage" } == 3)
    }

    @Test(arguments: ["untitled:Untitled-1", "file:///nowhere/else.yaml", "git:/x?y", ""])
    func `documents of no project have empty answers and no diagnostics`(uri: String) async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("", "flow: x", uri: uri)
        let place: JSONValue = ["textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": 0]]
        #expect(await editor.request("textDocument/hover", place)["result"] == .null)
        #expect(await editor.request("textDocument/completion", place)["result"]?["items"] == [])
        #expect(await editor.request("textDocument/semanticTokens/full", place)["result"]?["data"] == [])
        editor.open("Flows/hello.yaml", Editor.hello, version: 3)
        _ = await editor.codes(of: "Flows/hello.yaml", version: 3)
        #expect(!editor.messages.contains { $0["params"]?["uri"] == .string(uri) })
    }

    // The queue.

    @Test func `a request that waits is cancelled with an answer`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.send([
            Editor.request(1, "workspace/symbol", ["query": ""]), Editor.request(2, "workspace/symbol", ["query": ""]),
            Editor.notification("$/cancelRequest", ["id": 2]),
        ])
        #expect(await editor.answer(to: 2)["error"]?["code"]?.int == -32800)
        #expect(await editor.answer(to: 1)["result"] != nil)
        #expect(editor.answers(to: 2) == 1)
    }

    @Test func `a request that is being processed is cancelled, with one answer`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(Editor.watching)
        let server = editor.server
        editor.whileCompiling {
            server.receive(Frame.bytes(of: Editor.notification("$/cancelRequest", ["id": 5]).bytes))
        }
        let hover = Editor.request(5, "textDocument/hover", editor.at("Flows/hello.yaml", 3, 3))
        try editor.save("# Saved.\n" + Editor.hello, to: "Flows/hello.yaml", andAsk: hover)
        #expect(await editor.answer(to: 5)["error"]?["code"]?.int == -32800)
        _ = await editor.request("workspace/symbol")
        #expect(editor.answers(to: 5) == 1)
    }

    @Test func `a change behind a request makes its answer outdated`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello)
        editor.send([
            Editor.request(5, "textDocument/hover", editor.at("Flows/hello.yaml", 3, 3)),
            Editor.change(editor.uri("Flows/hello.yaml"), version: 2, [["text": "flow: hello\n"]]),
            Editor.request(6, "textDocument/hover", editor.at("Flows/hello.yaml", 0, 0)),
        ])
        #expect(await editor.answer(to: 5)["error"]?["code"]?.int == -32801)
        #expect(await editor.answer(to: 6)["error"] == nil)
    }

    @Test func `a change while a request is processed makes its answer outdated`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(Editor.watching)
        editor.open("Flows/hello.yaml", Editor.hello)
        let (server, uri) = (editor.server, editor.uri("Flows/hello.yaml"))
        editor.whileCompiling {
            server.receive(Frame.bytes(of: Editor.change(uri, version: 2, [["text": "flow: hello\n"]]).bytes))
        }
        let outline = Editor.request(5, "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
        try editor.save("# Saved.\n" + Editor.bot, to: "Flows/bot.yaml", andAsk: outline)
        #expect(await editor.answer(to: 5)["error"]?["code"]?.int == -32801)
    }

    @Test func `a change of another project does not`() async throws {
        let editor = try Editor([
            "one/Flows/bot.yaml": Editor.bot, "one/Flows/hello.yaml": Editor.hello,
            "two/Flows/bot.yaml": Editor.bot, "two/Flows/hello.yaml": Editor.hello,
        ])
        _ = await editor.initialize()
        editor.open("two/Flows/hello.yaml", Editor.hello)
        editor.send([
            Editor.request(
                5, "textDocument/documentSymbol", ["textDocument": ["uri": .string(editor.uri("one/Flows/hello.yaml"))]]
            ),
            Editor.change(editor.uri("two/Flows/hello.yaml"), version: 2, [["text": "x"]]),
        ])
        #expect(await editor.answer(to: 5)["error"] == nil)
    }

    @Test func `a request sees all changes that stand before it`() async throws {
        let editor = try Editor()
        _ = await editor.initialize(["general": ["positionEncodings": ["utf-8"]]])
        editor.open("Flows/hello.yaml", "")
        let uri = editor.uri("Flows/hello.yaml")
        var messages: [JSONValue] = []
        for (version, character) in Editor.hello.enumerated() {
            let end = Editor.hello.prefix(version)
            let line = end.count { $0 == "\n" }
            let column = end.split(separator: "\n", omittingEmptySubsequences: false).last?.utf8.count ?? 0
            messages.append(
                Editor.change(
                    uri, version: version + 2,
                    [["range": Editor.range(line, column, column), "text": .string(String(character))]]))
        }
        messages.append(Editor.request(5, "textDocument/formatting", ["textDocument": ["uri": .string(uri)]]))
        editor.send(messages)
        #expect(await editor.answer(to: 5)["result"] == [])
        #expect(await editor.codes(of: "Flows/hello.yaml", version: Editor.hello.count + 1) == [])
    }
}
