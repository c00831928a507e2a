import HTTPTypes
import JSON
import LanguageProtocol
import TestSupport
import Testing

@testable import Studio

@Suite struct AnswerTests {
    private let thread: JSONValue = ["id": "t", "flow": "shop", "text": "you: hello\ntap: Puncture\n"]

    @Test func `a conversation is played on what is saved, and on what is typed`() async throws {
        let site = try Site()
        let saved = try await site.send(
            .post, "/studio/api/play", ["threads": [thread], "devices": ["iphone", "web"]])
        #expect(saved.status == 200)
        #expect(saved.json["current"]?.bool == true)
        #expect(saved.json["plays"]?.array?.count == 2)
        #expect(saved.text.contains("That takes 20 minutes."))
        let typed = Site.flow.replacing("20 minutes", with: "half an hour")
        let played = try await site.send(
            .post, "/studio/api/play",
            ["threads": [thread], "devices": ["iphone"], "drafts": ["Flows/shop.yaml": .string(typed)]])
        #expect(played.text.contains("That takes half an hour."))
        #expect(try site.folder.read("Flows/shop.yaml") == Site.flow)
    }

    @Test func `while the text has errors the last flows without any are played`() async throws {
        let site = try Site()
        _ = try await site.send(.post, "/studio/api/play", ["threads": [thread], "devices": ["iphone"]])
        let broken = Site.flow.replacing("Puncture: puncture", with: "Puncture: punctur")
        let played = try await site.send(
            .post, "/studio/api/play",
            ["threads": [thread], "devices": ["iphone"], "drafts": ["Flows/shop.yaml": .string(broken)]])
        #expect(played.json["current"]?.bool == false)
        #expect(played.json["valid"]?.bool == true)
        #expect(played.json["errors"]?.int == 1)
        #expect(played.text.contains("That takes 20 minutes."))
    }

    @Test func `a line that no longer goes stops the play there`() async throws {
        let site = try Site()
        let renamed = Site.flow.replacing("Puncture: puncture", with: "A puncture: puncture")
        let played = try await site.send(
            .post, "/studio/api/play",
            ["threads": [thread], "devices": ["iphone"], "drafts": ["Flows/shop.yaml": .string(renamed)]])
        let stop = try #require(played.json["plays"]?[0]?["stop"])
        #expect(stop["line"]?.int == 2)
        #expect(stop["cures"]?.array?.isEmpty == false)
    }

    @Test func `the map has the steps with their lines`() async throws {
        let answer = try await Site().send(.post, "/studio/api/map", ["flow": "shop"])
        let box = try #require(answer.json["boxes"]?.array?.first { $0["step"]?.string == "welcome" })
        #expect(box["lines"]?[0]?.int == 5)
        #expect(try await Site().send(.post, "/studio/api/map", ["flow": "none"]).status == 404)
    }

    @Test func `a conversation becomes a test, and passes`() async throws {
        let site = try Site()
        let kept = try await site.send(
            .post, "/studio/api/thread",
            [
                "flow": "shop", "text": "you: hello\ntap: Puncture\n",
                "operation": ["do": "keep", "name": "a puncture", "file": "Flows/shop.transcript"],
            ])
        #expect(kept.status == 200)
        let text = try #require(kept.json["edits"]?[0]?["text"]?.string)
        let tests = try await site.send(
            .post, "/studio/api/tests", ["drafts": ["Flows/shop.transcript": .string(text)]])
        #expect(tests.json["passed"]?.int == 1)
        #expect(tests.json["failed"]?.int == 0)
        #expect(tests.json["coverage"]?[0]?["coveredSteps"]?.int == 2)
        let threads = try await site.send(
            .post, "/studio/api/threads",
            ["file": "Flows/shop.transcript", "drafts": ["Flows/shop.transcript": .string(text)]])
        #expect(threads.json["threads"]?[0]?["name"]?.string == "a puncture")
    }

    @Test func `a conversation begins at a step with the values that are asked for`() async throws {
        let site = try Site()
        let flow = Site.flow.replacing("      Brakes: brakes\n", with: "      Brakes: bikes\n").replacing(
            "  brakes:\n    say: That takes an hour.",
            with: "  bikes:\n    ask: How many bikes?\n    number: whole\n    then: brakes\n\n"
                + "  brakes:\n    say: \"{bikes} bikes take an hour each.\"")
        let drafts: JSONValue = ["Flows/shop.yaml": .string(flow)]
        let asked = try await site.send(
            .post, "/studio/api/asked", ["flow": "shop", "step": "brakes", "drafts": drafts])
        #expect(asked.status == 200, "\(asked.text)")
        #expect(asked.json["values"]?.array?.map { $0["name"]?.string } == ["bikes"])
        #expect(asked.json["values"]?[0]?["field"] == "number")
        let start = try await site.send(.post, "/studio/api/asked", ["flow": "shop", "drafts": drafts])
        #expect(start.json["step"] == "welcome" && start.json["values"] == [])
        #expect(try await site.send(.post, "/studio/api/asked", ["flow": "none"]).status == 404)
        func begin(_ bikes: JSONValue) async throws -> Site.Answer {
            try await site.send(
                .post, "/studio/api/thread",
                [
                    "flow": "shop", "text": "", "drafts": drafts,
                    "operation": ["do": "start", "step": "brakes", "values": ["bikes": bikes]],
                ])
        }
        let refused = try await begin("many")
        #expect(refused.status == 422)
        #expect(refused.json["values"]?["bikes"] == "`many` is not a number")
        #expect(try await begin("3").json["text"] == "given: bikes is 3\nstart: brakes\n")
    }

    @Test func `what cannot be read is refused with a sentence`() async throws {
        let site = try Site()
        for (path, body) in [
            ("play", ["threads": [thread], "devices": ["pager"]] as JSONValue), ("play", ["devices": ["web"]]),
            ("thread", ["flow": "shop", "text": "", "operation": ["do": "fly"]]),
            ("tests", ["drafts": ["Config/actions.yaml": "x"]]), ("tests", ["drafts": ["../x.yaml": "x"]]),
        ] {
            let answer = try await site.send(.post, "/studio/api/\(path)", body)
            #expect(answer.status == 400, "\(path)")
            #expect(answer.json["error"]?["reason"]?.string?.isEmpty == false)
        }
        let impossible = try await site.send(
            .post, "/studio/api/thread", ["flow": "shop", "text": "", "operation": ["do": "path", "step": "nowhere"]])
        #expect(impossible.status == 422)
    }

    @Test func `messages about files outside of the project do not reach the language server`() async throws {
        let site = try Site()
        let client = site.site.newClient(StudioClient.ID(author: "studio", page: "window-one"))
        let outside: JSONValue = [
            "jsonrpc": "2.0", "method": "textDocument/didOpen",
            "params": ["textDocument": ["uri": "file:///etc/passwd", "version": 1, "text": ""]],
        ]
        await #expect(throws: StudioRefusal.self) { _ = try await client.receive(outside.bytes) }
        let up: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": ["rootUri": .string("\(StudioClient.root(of: site.site.texts.folder))/../other")],
        ]
        await #expect(throws: StudioRefusal.self) { _ = try await client.receive(up.bytes) }
    }

    @Test(arguments: ["", "{", "{} {}", "\u{ff}"])
    func `a message that is not JSON is not one about another file`(body: String) async throws {
        let site = try Site()
        let client = site.site.newClient(StudioClient.ID(author: "studio", page: "window-one"))
        do throws(StudioRefusal) {
            _ = try await client.receive(Array(body.utf8))
            Issue.record("it is taken")
        } catch {
            #expect(error.status == .badRequest && error.reason == "the message is not JSON")
        }
    }

    @Test func `an answer of the language server goes to its request, and news to the stream`() async throws {
        let site = try Site()
        let client = site.site.newClient(StudioClient.ID(author: "studio", page: "window-one"))
        let root = StudioClient.root(of: site.site.texts.folder)
        let running = Task { await client.run() }
        let answer = try await client.receive(
            JSONValue.object(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["rootUri": .string(root)]])
                .bytes)
        #expect(String(decoding: answer ?? [], as: UTF8.self).contains("\"capabilities\""))
        let open: JSONValue = [
            "jsonrpc": "2.0", "method": "textDocument/didOpen",
            "params": [
                "textDocument": [
                    "uri": .string("\(root)/Flows/shop.yaml"), "version": 7,
                    "text": .string(Site.flow.replacing("Puncture: puncture", with: "Puncture: punctur")),
                ]
            ],
        ]
        #expect(try await client.receive(open.bytes) == nil)
        var found: String?
        for await event in client.events where event.contains("unknown-step") {
            found = event
            break
        }
        #expect(found?.hasPrefix("event: language\ndata: {") == true)
        client.end()
        await running.value
    }
}
