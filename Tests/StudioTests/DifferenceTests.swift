import Diagnostics
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct DifferenceTests {
    private func committed() -> PublishedFlows? {
        PublishedFlows(
            committed: [
                SourceFile(path: "Flows/bot.yaml", text: Site.bot),
                SourceFile(path: "Flows/shop.yaml", text: Site.flow),
                SourceFile(path: "Config/services.yaml", text: "# Nothing outside.\n"),
            ])
    }

    private func difference(_ site: Site, _ flow: String) async throws -> JSONValue {
        let answer = try await site.send(
            .post, "/studio/api/difference", ["drafts": ["Flows/shop.yaml": .string(flow)]])
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    @Test func `without published flows and a commit, what is typed is compared with what was there at first`()
        async throws
    {
        let site = try Site()
        let first = try await difference(site, Site.flow)
        #expect(first["base"] == ["kind": "opened"])
        #expect(first["files"] == [])
        let typed = Site.flow.replacing("20 minutes", with: "half an hour")
        try site.folder.write(typed, to: "Flows/shop.yaml")
        let saved = try await difference(site, typed)
        #expect(saved["files"]?.array?.map { $0["path"]?.string } == ["Flows/shop.yaml"])
        #expect(saved["steps"] == [["flow": "shop", "step": "puncture", "change": "changed"]])
    }

    @Test func `what is typed is compared by line and by step`() async throws {
        let site = try Site(publication: committed())
        #expect(try await difference(site, Site.flow)["files"] == [])
        let typed = Site.flow
            .replacing("20 minutes", with: "half an hour")
            .replacing("brakes", with: "brake")
        let answer = try await difference(site, typed)
        #expect(answer["base"]?["kind"]?.string == "commit")
        let file = try #require(answer["files"]?[0])
        #expect(file["path"]?.string == "Flows/shop.yaml")
        #expect(file["text"]?.string?.contains("+    say: That takes half an hour.") == true)
        #expect(file["added"]?.int == 3)
        let steps = answer["steps"]?.array ?? []
        #expect(
            steps == [
                ["flow": "shop", "step": "welcome", "change": "changed"],
                ["flow": "shop", "step": "puncture", "change": "changed"],
                ["flow": "shop", "step": "brake", "change": "renamed", "was": "brakes"],
            ])
    }

    @Test func `steps that came and went`() {
        let step = { (name: String, text: String) in StepTexts.Step(flow: "shop", step: name, text: "\(name):\n\(text)")
        }
        let difference = StepDifference(
            from: StepTexts(steps: [step("one", "say: 1"), step("two", "say: 2")]),
            to: StepTexts(steps: [step("one", "say: 1"), step("three", "say: 3")]))
        #expect(
            difference.changes == [
                StepDifference.Change(flow: "shop", step: "three", kind: .added),
                StepDifference.Change(flow: "shop", step: "two", kind: .removed),
            ])
    }
}

@Suite struct UpdateTests {
    private let transcript = """
        test: a puncture
        you: hello
        bot: What is broken?
        tap: Puncture
        bot: That takes 20 minutes.

        test: brakes
        you: hello
        bot: What is broken?
        tap: Brakes
        bot: That takes a day.

        """

    private func update(_ body: JSONValue) async throws -> String? {
        let site = try Site()
        try site.folder.write(transcript, to: "Flows/shop.transcript")
        let answer = try await site.send(.post, "/studio/api/tests/update", body)
        #expect(answer.status == 200)
        return answer.json["files"]?["Flows/shop.transcript"]?.string
    }

    @Test func `lines that differ are updated in all tests, or in one`() async throws {
        let all = try #require(try await update([:]))
        #expect(!all.contains("What is broken?"))
        #expect(all.contains("bot: That takes an hour."))
        let first = try #require(try await update(["file": "Flows/shop.transcript", "line": 1]))
        #expect(first.hasPrefix("test: a puncture\nyou: hello\nbot: What needs fixing?\n"))
        #expect(first.hasSuffix("bot: What is broken?\ntap: Brakes\nbot: That takes a day.\n"))
    }

    @Test func `a test that differs has both sides, and lines have what tests pass`() async throws {
        let site = try Site()
        try site.folder.write(transcript, to: "Flows/shop.transcript")
        let report = try await site.send(.post, "/studio/api/tests", [:])
        let first = try #require(report.json["tests"]?[0])
        #expect(first["expected"] == ["What is broken?"])
        #expect(first["said"] == ["What needs fixing?"])
        let lines = try #require(report.json["coverage"]?[0]?["lines"])
        #expect(lines["covered"]?.array?.contains(5) == true)
        #expect(lines["missing"]?.array?.isEmpty == false)
    }
}

@Suite struct LessonTests {
    @Test func `the lesson is one mistake in a draft, once`() async throws {
        let site = try Site()
        #expect(try await site.send(.get, "/studio/api/project").json["lesson"] == nil)
        try StudioLesson.prepare(in: site.folder.path)
        let lesson = try #require(try await site.send(.get, "/studio/api/project").json["lesson"])
        #expect(lesson["file"]?.string == "Flows/shop.yaml")
        #expect(lesson["line"]?.int == 8)
        let text = try #require(lesson["text"]?.string)
        #expect(text.contains("Puncture: punctue\n"))
        #expect(try site.folder.read("Flows/shop.yaml") == Site.flow)
        #expect(try await site.send(.delete, "/studio/api/lesson").status == 204)
        #expect(try await site.send(.get, "/studio/api/project").json["lesson"] == nil)
    }
}
