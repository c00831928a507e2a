import AppleSimulator
import Channels
import Concurrency
import Expressions
import TestSupport
import Testing

@Suite struct RepetitionTests {
    @Test func `a webhook that comes again changes nothing`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            let webhook = Webhook.text("Hi")
            let shown = try await phone.after { _, _ in
                let answer = try await webhook.post(to: server)
                #expect(answer.outcome == "accepted")
            }
            #expect(shown.count == 2)
            let before = try Tables(server.databasePath, without: ["deliveries"])
            let shownAgain = try await phone.after { _, _ in
                let answer = try await webhook.post(to: server)
                #expect(answer.outcome == "repeated")
            }
            #expect(shownAgain == [])
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }

    @Test func `a webhook that comes many times at once is answered once`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            let webhook = Webhook.text("Hi")
            let shown = try await phone.after { _, _ in
                let outcomes = try await withThrowingTaskGroup(of: String?.self) { group in
                    for _ in 1...20 { group.addTask { try await webhook.post(to: server).outcome } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.filter { $0 == "accepted" }.count == 1)
                #expect(outcomes.filter { $0 == "repeated" }.count == 19)
            }
            #expect(shown.count == 2)
        }
    }

    @Test(arguments: [FaultRule.Kind.doubleTap(after: .zero), .secondDevice(after: .zero)])
    func `a tap that comes twice under two ids, from one device or two, is answered once`(
        _ kind: FaultRule.Kind
    ) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try server.simulator.add(FaultRule(on: .webhook, kind))
            #expect(try await phone.taps("Book a repair").count == 1)
            #expect(try await phone.taps("Brakes").count == 1)
            try await phone.picks(.first, shows: ["Booked! Brakes on 3 December 2026 at 9:00."])
            #expect(try Tables(server.databasePath)["history"].count == 4)
        }
    }

    @Test func `one answer that two devices write in both layouts is answered once`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            let tablet = try Phone(on: server, customer: phone.device.customer, listReplies: .groups)
            try await phone.says("Hi")
            try await phone.taps("Book a repair")
            let bubble = try #require(try await server.simulator.messages(of: phone.device.id).last)
            #expect(try await phone.taps("Brakes", on: .message(bubble.messageID)).count == 1)
            try await tablet.taps("Brakes", on: .message(bubble.messageID), shows: [])
            let other = try await tablet.taps("Puncture", on: .message(bubble.messageID))
            #expect(other.first == "That question is no longer open.", "another choice is no repetition")
        }
    }

    @Test func `the same tap much later is a tap on an old bubble`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            let bubble = try #require(try await server.simulator.messages(of: phone.device.id).last)
            try await phone.taps("Book a repair")
            server.clock.turn(by: .seconds(11))
            try await phone.taps(
                "Book a repair", on: .message(bubble.messageID),
                shows: [
                    "That question is no longer open.",
                    "list-picker: [What needs fixing?] Puncture, Brakes, Full service",
                ])
        }
    }

    @Test func `a message that Apple may not have got is sent again under its id, and shown once`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try server.simulator.add(FaultRule(on: .gateway, .dropAfter, count: 1))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.gate.untilFailed(attempts: 1)
            server.clock.turn(by: .seconds(5))
            await server.untilQuiet()
            let shown = try await server.simulator.messages(of: phone.device.id)
            #expect(shown.count == 3)
            let sent = server.simulator.log().filter { $0.side == .gateway }
            #expect(sent.filter(\.isRepeat).count == 1)
        }
    }
}
