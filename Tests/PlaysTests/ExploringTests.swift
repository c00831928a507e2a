import Diagnostics
import FlowCompiler
import JSON
import Plays
import Simulation
import Testing

/// What is found by trying every way through flows that are being written.
@Suite struct ExploringTests {
    private static let limits: ExplorationLimits = {
        var limits = ExplorationLimits()
        limits.states = 300
        return limits
    }()

    private static let silent = Shop.shop.replacing(
        "answers: [Red, Blue and green, Black]\n    then: phone", with: "answers:\n      Red: phone\n      Black: end")

    @Test func `a finding has its place in the text, and the conversation that shows it can be played`() async throws {
        let flows = Shop.flows(shop: Self.silent)
        let found = try #require(flows.findings(limits: Self.limits))
        let silent = try #require(found.all.first { $0.diagnostic.code == .silentEnd })
        #expect(silent.finding.step == PlayStep(flow: "shop", step: "colour"))
        let json = silent.json(in: flows.files.all)
        #expect(json["file"] == "Flows/shop.yaml" && json["code"] == "silent-end" && json["step"] == "colour")
        let line = Self.silent.split(separator: "\n", omittingEmptySubsequences: false).firstIndex(of: "  colour:")
        #expect(json["line"]?.int == line.map { $0 + 1 })
        let transcript = try #require(json["transcript"]?.string)
        #expect(transcript.contains("tap: Black\n"))
        let play = try await Shop.play(transcript, flows: flows)
        #expect(play["stop"] == .null && play["status"] == "ended")
        #expect(flows.beginning == "shop")
    }

    @Test func `a property of a transcript that does not hold stands at its line`() throws {
        let flows = Shop.flows(transcript: "never: details\n")
        let found = try #require(flows.findings(limits: Self.limits))
        let broken = try #require(found.all.first { $0.diagnostic.code == .propertyBroken })
        #expect(broken.diagnostic.span.file == "Flows/shop.transcript")
        #expect(broken.json(in: flows.transcripts)["line"]?.int == 1)
    }

    @Test func `while the text has errors, nothing is tried`() {
        let sound = Shop.flows()
        let broken = Shop.flows(shop: Shop.shop.replacing("then: which", with: "then: wich"), after: sound)
        #expect(broken.valid != nil)
        #expect(broken.findings(limits: Self.limits) == nil)
        #expect(broken.comparison(with: sound) == nil)
        #expect(sound.comparison(with: broken) == nil)
    }

    @Test func `an edit gives sentences, and what is lost plays on the flows before`() async throws {
        let old = Shop.flows()
        let new = Shop.flows(
            shop: Shop.shop.replacing("Good day!", with: "Hello!").replacing(
                "Red, Blue and green, Black", with: "Red, Black"))
        let comparison = try #require(new.comparison(with: old, limits: Self.limits))
        #expect(comparison.changes.contains { $0.kind == .says && $0.text.contains("Hello!") })
        let lost = try #require(comparison.changes.first { $0.kind == .answerLost })
        #expect(lost.isShownOnOld && lost.text.contains("*Blue and green*"))
        let text = ThreadText(try #require(lost.transcript))
        let request = PlayRequest(threads: [.init(id: "t", flow: "shop", text: text)], devices: [.iphone])
        let now = await new.play(request).json
        #expect(now["plays"]?[0]?["stop"] != .null)
        let before = await new.play(request, on: old).json
        #expect(before["plays"]?[0]?["stop"] == .null)
        let shown = before["plays"]?[0]?["turns"]?[0]?["shown"]?.array ?? []
        #expect(shown.contains { $0["text"] == "Good day!" })
        #expect(before["current"] == true && before["version"] == .string(new.files.version))
    }
}
