import JSON
import LanguageProtocol
import TestSupport
import Testing

/// Answers with texts and positions, as clients of different abilities get them.
@Suite struct AnswerTests {
    private static let files = [
        "Flows/bot.yaml": Editor.bot + "anywhere:\n  see you: hello/bye\n", "Flows/hello.yaml": Editor.hello,
        "Flows/other.yaml": "flow: other\nstart: x\nsteps:\n  x:\n    say: Hi.\n    then: hello/bye\n",
        "Flows/hello.transcript": "test: a visit\nbot: Welcome*\nexpect: ended\n",
    ]
    private static let withVersions: JSONValue = [
        "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename"]]]
    ]

    private static func rename(_ editor: Editor, to name: JSONValue) async -> JSONValue {
        var parameters = editor.at("Flows/hello.yaml", 6, 3).object ?? [:]
        parameters["newName"] = name
        return await editor.request("textDocument/rename", .object(parameters))
    }

    @Test func `edits of several files carry the versions of open documents`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize(Self.withVersions)
        editor.open("Flows/hello.yaml", Editor.hello, version: 12)
        let changes = await Self.rename(editor, to: "farewell")["result"]?["documentChanges"]?.array ?? []
        let versions = changes.compactMap { change -> (String, JSONValue)? in
            guard let document = change["textDocument"], let uri = document["uri"]?.string else { return nil }
            return (uri, document["version"] ?? "none")
        }
        #expect(
            Dictionary(versions) { first, _ in first } == [
                editor.uri("Flows/hello.yaml"): 12, editor.uri("Flows/bot.yaml"): .null,
                editor.uri("Flows/other.yaml"): .null,
            ])
    }

    @Test func `clients without versions get changes by file`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello)
        let result = await Self.rename(editor, to: "farewell")["result"]
        #expect(result?["documentChanges"] == nil)
        let edits = result?["changes"]?[editor.uri("Flows/hello.yaml")]?.array ?? []
        #expect(Set(edits.compactMap { $0["range"] }) == [Editor.range(5, 10, 13), Editor.range(6, 2, 5)])
        #expect(edits.allSatisfy { $0["newText"] == "farewell" })
    }

    @Test func `a rename sees what the disk has now`() async throws {
        let editor = try Editor(Self.files)
        // The client says that it watches files, and has not reported this change yet.
        _ = await editor.initialize(["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]])
        editor.open("Flows/hello.yaml", Editor.hello)
        _ = await editor.request("workspace/symbol", ["query": ""])
        try editor.folder.write("# First.\n" + (Self.files["Flows/other.yaml"] ?? ""), to: "Flows/other.yaml")
        let edits = await Self.rename(editor, to: "farewell")["result"]?["changes"]?[editor.uri("Flows/other.yaml")]
        #expect(edits?[0]?["range"] == Editor.range(6, 16, 19))
    }

    @Test func `a rename to a name that exists is refused with a sentence`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello)
        let error = await Self.rename(editor, to: "greet")["error"]
        #expect(error?["code"]?.int == -32803)
        #expect(error?["message"]?.string?.contains("greet") ?? false)
        let nothing = await editor.request("textDocument/prepareRename", editor.at("Flows/hello.yaml", 2, 2))["error"]
        #expect(nothing?["code"]?.int == -32803)
    }

    @Test func `a flow is renamed with its file, if the client can rename files`() async throws {
        for isAble in [true, false] {
            let editor = try Editor(Self.files)
            _ = await editor.initialize(isAble ? Self.withVersions : [:])
            editor.open("Flows/hello.yaml", Editor.hello)
            var parameters = editor.at("Flows/hello.yaml", 0, 8).object ?? [:]
            parameters["newName"] = "shop"
            let answer = await editor.request("textDocument/rename", .object(parameters))
            if isAble {
                let moves = answer["result"]?["documentChanges"]?.array?.filter { $0["kind"] == "rename" } ?? []
                #expect(moves.contains { $0["newUri"]?.string == editor.uri("Flows/shop.yaml") })
            } else {
                #expect(answer["error"]?["code"]?.int == -32803)
            }
        }
    }

    @Test func `a cure is a code action with its diagnostic`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize([
            "textDocument": ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]]]
        ])
        editor.open("Flows/hello.yaml", Editor.hello.replacing("then: bye", with: "then: bey"))
        let actions = { (only: JSONValue, range: JSONValue) in
            await editor.request(
                "textDocument/codeAction",
                [
                    "textDocument": ["uri": .string(editor.uri("Flows/hello.yaml"))], "range": range,
                    "context": ["diagnostics": [], "only": only],
                ])["result"]?.array ?? []
        }
        let here = Editor.range(5, 11, 11)
        let cures = await actions(["quickfix"], here)
        let cure = try #require(cures.first)
        #expect(cure["kind"] == "quickfix")
        #expect(cure["diagnostics"]?[0]?["code"] == "unknown-step")
        let edits = cure["edit"]?["changes"]?[editor.uri("Flows/hello.yaml")]
        #expect(edits?[0]?["newText"] == "bye")
        #expect(edits?[0]?["range"] == Editor.range(5, 10, 13))
        #expect(await actions(["quickfix"], Editor.range(0, 0, 0)).isEmpty)
        #expect(await actions(["refactor"], here).isEmpty)
    }

    @Test func `clients without code actions as values get none`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize()
        editor.open("Flows/hello.yaml", Editor.hello.replacing("then: bye", with: "then: bey"))
        let answer = await editor.request(
            "textDocument/codeAction",
            [
                "textDocument": ["uri": .string(editor.uri("Flows/hello.yaml"))], "range": Editor.range(5, 11, 11),
                "context": ["diagnostics": []],
            ])
        #expect(answer["result"] == [])
    }

    @Test func `inserted lines end as those of the file`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize()
        let text = Editor.hello.replacing("\n", with: "\r\n").replacing(
            "    say: Goodbye.", with: "      say: Goodbye.")
        editor.open("Flows/hello.yaml", text)
        let answer = await editor.request(
            "textDocument/formatting", ["textDocument": ["uri": .string(editor.uri("Flows/hello.yaml"))]])
        for edit in answer["result"]?.array ?? [] {
            let text = edit["newText"]?.string ?? ""
            #expect(text.unicodeScalars.count { $0 == "\n" } == text.unicodeScalars.count { $0 == "\r" })
        }
    }

    @Test func `a completion replaces what is written, and is inserted as it is`() async throws {
        let editor = try Editor(Self.files)
        _ = await editor.initialize([
            "textDocument": [
                "completion": [
                    "completionItem": [
                        "snippetSupport": true, "insertTextModeSupport": ["valueSet": [1, 2]],
                        "documentationFormat": ["markdown"],
                    ]
                ]
            ]
        ])
        editor.open("Flows/hello.yaml", Editor.hello)
        let answer = await editor.request("textDocument/completion", editor.at("Flows/hello.yaml", 5, 11))
        let items = answer["result"]?["items"]?.array ?? []
        let bye = try #require(items.first { $0["label"] == "bye" })
        #expect(bye["textEdit"]?["newText"] == "bye")
        #expect(bye["textEdit"]?["range"] == Editor.range(5, 10, 13))
        #expect(bye["insertTextMode"] == 1)
        let order = items.compactMap { $0["sortText"]?.string }
        #expect(order == order.sorted() && Set(order).count == order.count)
    }

    @Test func `a diagnostic is explained with its page`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        let page = await editor.request("usher/explain", ["code": "unknown-step"])["result"]?["text"]?.string
        #expect(page?.hasPrefix("unknown-step (error)") ?? false)
        #expect(await editor.request("usher/explain", ["code": "unheard-of"])["error"]?["code"]?.int == -32803)
    }

    @Test func `any text leaves the server alive`() async throws {
        let editor = try Editor()
        _ = await editor.initialize()
        let texts = [
            "", "\u{0}", "\r\r\n", ":", "{{{{", "- - -", String(repeating: " ", count: 5_000) + "x", "flow: [\n\t}",
        ]
        for (version, text) in texts.enumerated() {
            for file in [
                "Flows/hello.yaml", "Flows/bot.yaml", "Flows/x.de.yaml", "Flows/x.transcript", "Config/services.yaml",
            ] {
                editor.open(file, text, version: version)
                for method in [
                    "completion", "hover", "definition", "references", "documentHighlight", "prepareRename",
                    "documentSymbol", "foldingRange", "semanticTokens/full", "formatting",
                ] {
                    let answer = await editor.request("textDocument/\(method)", editor.at(file, 0, 1))
                    #expect(answer["result"] != nil || answer["error"]?["code"]?.int == -32803, "\(method) \(answer)")
                }
            }
        }
    }
}
