import AppleSimulator
import SQLStorage
import TestSupport
import Testing

@Suite struct ConversationTests {
    @Test func `a repair is booked through buttons, a list and a time picker`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says(
                "Hi",
                shows: [
                    "You are writing with our automated assistant.", "How can we help with your bike?",
                    "quick-reply: Book a repair, Order parts, Talk to a person",
                ])
            try await phone.taps(
                "Book a repair", shows: ["list-picker: [What needs fixing?] Puncture, Brakes, Full service"])
            try await phone.taps(
                "Brakes",
                shows: [
                    "time-picker: 2026-12-03T08:00+0000, 2026-12-03T13:30+0000, 2026-12-04T09:00+0000"
                ])
            try await phone.picks(.number(2), shows: ["Booked! Brakes on 3 December 2026 at 14:30."])
            await server.stop()
            #expect(try Tables(server.databasePath)["deliveries"] == [])
        }
    }

    @Test func `parts are ordered: several of a list, then a name that is typed`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.taps("Order parts", shows: ["list-picker: [Which parts?] Bell, Lights, Lock"])
            try await phone.taps("Bell", "Lock", shows: ["What is your name?"])
            try await phone.says("Ana", shows: ["Thank you, Ana. We keep Bell and Lock for you."])
        }
    }

    @Test func `a Mac that answers lists in two groups is understood`() async throws {
        try await TestServer.run { server in
            let mac = try Phone(.mac, on: server, listReplies: .groups)
            try await mac.says("Hi")
            try await mac.taps("Order parts")
            try await mac.taps("Bell", "Lock", shows: ["What is your name?"])
            try await mac.says("Ana", shows: ["Thank you, Ana. We keep Bell and Lock for you."])
        }
    }

    @Test func `an end is an end: what comes then begins anew`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.says("stop", shows: ["Goodbye! Write again whenever you like."])
            #expect(
                try await phone.says("Hello again").last == "quick-reply: Book a repair, Order parts, Talk to a person")
        }
    }

    @Test(arguments: [Business.Audience.string, .list])
    func `Apple's tokens are taken with one audience and with a list`(_ audience: Business.Audience) async throws {
        try await TestServer.run(.init(audience: audience)) { server in
            let phone = try Phone(on: server)
            #expect(try await phone.says("Hi").count == 3)
        }
    }

    @Test func `many customers talk at once and each hears their own answers`() async throws {
        try await TestServer.run { server in
            let phones = try (0..<20).map { _ in try Phone(on: server) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, phone) in phones.enumerated() {
                    group.addTask {
                        try await phone.says("Hi")
                        try await phone.taps("Order parts")
                        try await phone.taps("Bell")
                        #expect(
                            try await phone.says("Customer \(index)").contains(
                                "Thank you, Customer \(index). We keep Bell for you."))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
