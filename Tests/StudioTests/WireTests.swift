import HTTPTypes
import JSON
import Testing

@testable import Studio

@Suite struct WireTests {
    @Test(arguments: [
        ("you: hello, there", WireDeed.text("hello, there")), ("tap: Puncture", .tap(["Puncture"])),
        ("tap: Puncture, Brakes", .tap(["Puncture", "Brakes"])), ("pick: Monday 10:00", .pick("Monday 10:00")),
        ("wait: 10 minutes", .wait("10 minutes")), ("close:", .close), ("fill: make = Fiets", .other("fill")),
    ]) func `lines are done by a customer`(line: String, deed: WireDeed) {
        #expect(WireDeed(line) == deed)
    }

    @Test(
        arguments: [
            ("fill: make = Fiets", .byHand), ("photo: chain.jpg", .byHand), ("pay: paid", .byHand),
            ("sign in: success", .byHand), ("person: Hello!", .desk), ("start: day", .start),
            ("given: device is web", .arranged), ("tap: Brakes", nil), ("you: hello", nil),
        ] as [(String, WireDeed.Obstacle?)]) func `what is not done here says why`(
            line: String, obstacle: WireDeed.Obstacle?
        )
    {
        #expect(WireDeed(line)?.obstacle == obstacle)
    }

    @Test(arguments: ["# a remark", "", "test: a puncture", "bot: Hello: you?", "expect: ended"])
    func `lines that nobody does are left out`(line: String) {
        #expect(WireDeed(line) == nil)
    }

    @Test func `before the server listens there is no wire`() async throws {
        let answer = try await Site().send(.post, "/studio/api/wire", ["flow": "shop", "text": "you: hello\n"])
        #expect(answer.status == 503)
    }
}
