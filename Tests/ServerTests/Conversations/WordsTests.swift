import AppleSimulator
import TestSupport
import Testing

@Suite struct WordsTests {
    private static let welcome = "quick-reply: Book a repair, Order parts, Talk to a person"

    @Test func `words that work anywhere interrupt a question and come back to it`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.taps("Book a repair")
            try await phone.says(
                "Hours!",
                shows: [
                    "We are open Monday to Saturday, 9:00 to 18:00.",
                    "list-picker: [What needs fixing?] Puncture, Brakes, Full service",
                ])
            #expect(try await phone.says("MENU").last == Self.welcome)
        }
    }

    @Test(arguments: ["help", "Agent", "support."])
    func `a person is reached at any moment, and then the bot keeps silent`(_ word: String) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.says(word, shows: ["One of our mechanics will answer you here."])
            try await phone.says("Hello?", shows: [])
            try await phone.says("menu", shows: [])
        }
    }

    @Test func `what was not offered is asked again, and at last leads to a person`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            for _ in 1...2 {
                try await phone.says(
                    "Do you sell skis?",
                    shows: [
                        "Please choose one of the answers.", "How can we help with your bike?", Self.welcome,
                    ])
            }
            try await phone.says("Do you sell skis?", shows: ["One of our mechanics will answer you here."])
        }
    }

    @Test(arguments: [Reaction.liked, .loved, .emoji("🎉")])
    func `reactions answer nothing and change nothing`(_ reaction: Reaction) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            #expect(try await phone.says("Hi").count == 3)
            let before = try Tables(server.databasePath, without: ["deliveries"])
            #expect(try await phone.after { _ = try await $0.react(reaction, from: $1) } == [])
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }

    @Test func `signs of typing change nothing`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            let before = try Tables(server.databasePath)
            for starts in [true, false] {
                #expect(try await phone.after { _ = try await $0.type(starts: starts, from: $1) } == [])
            }
            #expect(try Tables(server.databasePath) == before)
        }
    }
}
