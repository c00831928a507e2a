import ConversationRuntime
import Diagnostics
import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Studio

/// What customers would stumble over, and what an edit means for them, as the page asks for it.
@Suite struct FindingTests {
    private static let silent = Site.flow.replacing("Brakes: brakes", with: "Brakes: end")

    private func body(_ flow: String, client: JSONValue = "window-one") -> JSONValue {
        ["client": client, "drafts": ["Flows/shop.yaml": .string(flow)]]
    }

    @Test func `a finding about what is typed has its code, its place and a conversation that plays`() async throws {
        let site = try Site()
        let answer = try await site.send(.post, "/studio/api/findings", body(Self.silent))
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["current"] == true && answer.json["begins"] == "shop")
        let found = try #require(answer.json["findings"]?.array?.first { $0["code"] == "silent-end" })
        #expect(found["file"] == "Flows/shop.yaml" && found["line"] == 5 && found["step"] == "welcome")
        #expect(
            found["range"] == [
                "start": ["line": 4, "character": 2], "end": ["line": 4, "character": 9],
            ])
        #expect(found["help"]?.string?.isEmpty == false)
        let transcript = try #require(found["transcript"])
        #expect(transcript.string?.contains("tap: Brakes\n") == true)
        let played = try await site.send(
            .post, "/studio/api/play",
            [
                "threads": [["id": "t", "flow": "shop", "text": transcript]], "devices": ["iphone"],
                "drafts": ["Flows/shop.yaml": .string(Self.silent)],
            ])
        #expect(played.json["plays"]?[0]?["stop"] == .null)
        #expect(played.json["plays"]?[0]?["status"] == "ended")
        #expect(try site.folder.read("Flows/shop.yaml") == Site.flow)
    }

    @Test func `a conversation of a finding is kept as a test`() async throws {
        let site = try Site()
        let answer = try await site.send(.post, "/studio/api/findings", body(Self.silent))
        let found = try #require(answer.json["findings"]?.array?.first { $0["code"] == "silent-end" })
        let transcript = try #require(found["transcript"])
        let kept = try await site.send(
            .post, "/studio/api/thread",
            [
                "flow": "shop", "text": transcript,
                "operation": ["do": "keep", "name": "no word", "file": "Flows/shop.transcript"],
                "drafts": ["Flows/shop.yaml": .string(Self.silent)],
            ])
        #expect(kept.status == 200, "\(kept.text)")
        #expect(kept.json["edits"]?[0]?["text"]?.string?.contains("expect: ended") == true)
    }

    @Test func `while the text has errors nothing is tried`() async throws {
        let broken = Site.flow.replacing("Brakes: brakes", with: "Brakes: breaks")
        for path in ["findings", "sentences"] {
            let answer = try await Site().send(.post, "/studio/api/\(path)", body(broken))
            #expect(answer.status == 200)
            #expect(answer.json["current"] == false && answer.json[path] == [])
        }
    }

    @Test func `where a bound was met, the answer says so`() async throws {
        let project = try Site()
        defer { withExtendedLifetime(project) {} }
        var site = project.site
        site.bounds.states = 1
        for (kind, reply) in WalkAnswers(site: site).all {
            let answer = try await reply(body(Self.silent), Caller("studio", rights: []))
            #expect(answer["complete"] == false, "\(kind)")
            #expect(answer["incomplete"]?[0] == "the usual scene", "\(kind)")
        }
    }

    @Test func `requests without a page or with other files are refused`() async throws {
        let site = try Site()
        for path in ["findings", "sentences"] {
            for body: JSONValue in [[:], ["client": "short"], ["client": "window-one", "drafts": ["../x.yaml": "x"]]] {
                let answer = try await site.send(.post, "/studio/api/\(path)", body)
                #expect(answer.status == 400, "\(path) \(body)")
                #expect(answer.json["error"]?["reason"]?.string?.isEmpty == false)
            }
            #expect(try await site.send(.delete, "/studio/api/\(path)").status == 400)
            #expect(try await site.send(.delete, "/studio/api/\(path)?client=window-one").status == 204)
        }
    }
}

@Suite struct SentenceTests {
    private static let edited = Site.flow.replacing("20 minutes", with: "half an hour")
        .replacing("Brakes: brakes", with: "Bell: puncture")

    private func sentences(_ site: Site, _ flow: String) async throws -> JSONValue {
        let answer = try await site.send(
            .post, "/studio/api/sentences",
            ["client": "window-one", "drafts": ["Flows/shop.yaml": .string(flow)]])
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    @Test func `what is new plays on what is typed, and what is lost on the flows before`() async throws {
        let site = try Site()
        let answer = try await sentences(site, Self.edited)
        #expect(answer["base"] == ["kind": "opened"])
        #expect(answer["begins"] == ["new": "shop", "old": "shop"])
        let all = answer["sentences"]?.array ?? []
        let said = try #require(all.first { $0["kind"] == "says" })
        #expect(said["text"]?.string?.contains("half an hour") == true)
        #expect(said["step"] == "puncture" && said["plays_on"] == "new")
        let lost = try #require(all.first { $0["plays_on"] == "old" })
        let transcript = try #require(lost["transcript"])
        let thread: JSONValue = ["id": "t", "flow": "shop", "text": transcript]
        func played(_ isBase: Bool) async throws -> JSONValue {
            try await site.send(
                .post, "/studio/api/play",
                [
                    "threads": [thread], "devices": ["iphone"], "base": .bool(isBase),
                    "drafts": ["Flows/shop.yaml": .string(Self.edited)],
                ]
            ).json
        }
        #expect(try await played(false)["plays"]?[0]?["stop"] != .null)
        let before = try await played(true)
        #expect(before["plays"]?[0]?["stop"] == .null)
        #expect(before["current"] == true)
        for (isBase, status) in [(true, 200), (false, 422)] {
            let way = try await site.send(
                .post, "/studio/api/thread",
                [
                    "flow": "shop", "text": "", "operation": ["do": "path", "step": "brakes"], "base": .bool(isBase),
                    "drafts": ["Flows/shop.yaml": .string(Self.edited)],
                ])
            #expect(way.status == status, "\(way.text)")
        }
    }

    @Test func `an edit that customers do not notice gives no sentence`() async throws {
        let answer = try await sentences(try Site(), "# The shop.\n\(Site.flow)")
        #expect(answer["sentences"] == [] && answer["complete"] == true)
    }

    @Test func `the flows that customers have are compared with, and their errors are named`() async throws {
        let files = [
            SourceFile(path: "Flows/bot.yaml", text: Site.bot),
            SourceFile(path: "Flows/shop.yaml", text: Site.flow.replacing("Brakes: brakes", with: "Brakes: breaks")),
        ]
        let site = try Site(publication: PublishedFlows(committed: files))
        let answer = try await sentences(site, Site.flow)
        #expect(answer["base"] == ["kind": "commit"])
        #expect(answer["problem"]?.string?.contains("error") == true)
        #expect(answer["sentences"] == [])
    }
}
