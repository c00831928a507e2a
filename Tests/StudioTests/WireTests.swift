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

    @Test(arguments: [
        "# a remark", "", "test: a puncture", "given: device is web", "bot: Hello: you?", "expect: ended",
    ])
    func `lines that nobody does are left out`(line: String) {
        #expect(WireDeed(line) == nil)
    }

    @Test func `before the server listens there is no wire`() async throws {
        let answer = try await Site().send(.post, "/studio/api/wire", ["flow": "shop", "text": "you: hello\n"])
        #expect(answer.status == 503)
    }
}
