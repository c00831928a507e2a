import Foundation
import Testing

/// The sample bot, used in the terminal as its README shows.
@Suite struct ChatTests {
    @Test func `buttons, a list and a time picker lead to a booking`() async throws {
        let chat = try await Program.run(["chat"], input: "hello\n1\nWash and cut\n3\nYes please\n", environment: ports)
        #expect(chat.status == 0, "\(chat.errors)")
        #expect(chat.output.contains("You are writing with our automated assistant."))
        #expect(chat.output.contains(" 1  Book a chair"))
        #expect(chat.output.contains("     Hair\n      1  Cut – About 30 minutes"))
        #expect(chat.output.contains("at Harbour Barbers, 2 Quay Street"))
        #expect(chat.output.contains("Booked! Wash and cut on "))
    }

    @Test(arguments: ["10 minutes", "3 days"])
    func `silence ends in a goodbye`(length: String) async throws {
        let chat = try await Program.run(
            ["chat"], input: "hello\n:wait \(length)\n:wait \(length)\n", environment: ports)
        #expect(chat.output.contains("Are you still there?"))
        #expect(chat.output.contains("No problem. Write to us whenever you are ready."))
    }

    @Test func `a person can be asked for at any moment`() async throws {
        let chat = try await Program.run(["chat"], input: "hello\n1\nhelp\nare you there?\n", environment: ports)
        let parts = chat.output.components(separatedBy: "somebody from the front desk will answer you here.")
        #expect(parts.count == 2)
        #expect(parts.last?.contains("•") == false, "the bot keeps silent once a person has taken over")
    }

    @Test func `an old iPhone books by numbers`() async throws {
        let chat = try await Program.run(
            ["chat", "--device", "old-iphone"], input: "hello\n1\nwash and cut\n2\n1\n", environment: ports)
        #expect(chat.output.contains("\n    1 Book a chair\n"))
        #expect(chat.output.contains("Booked! Wash and cut on "))
    }

    @Test func `a chat begins with the flow that is named, and names those there are`() async throws {
        let named = try await Program.run(["chat", "barber"], input: "hello\n", environment: ports)
        #expect(named.output.contains("What can we do for you?"))
        let wrong = try await Program.run(["chat", "baker"], environment: ports)
        wrong.expectEnd(with: 2)
        #expect(wrong.errors.contains("there is no flow `baker`; the flows are account, barber"))
    }

    @Test func `a chat is written down, and plays as it went`() async throws {
        let project = FileManager.default.temporaryDirectory.appending(path: "usher-chat-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: project) }
        for folder in ["Flows", "Config"] {
            try FileManager.default.copyItem(
                at: Program.root.appending(path: folder), to: project.appending(path: folder))
        }
        let file = project.appending(path: "Flows/barber.transcript")
        try FileManager.default.removeItem(at: file)
        let chat = try await Program.run(
            ["chat", "--path", project.path, "--save", file.path], input: "hello\n1\ntrim\n2\nyes please\n",
            environment: ports)
        #expect(chat.status == 0, "\(chat.errors)")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\ntap: Book a chair\nbot: What would you like?\ntap: Trim\n"))
        let played = try await Program.run(["test", file.path])
        #expect(played.output == "1 passed, 0 failed\n", "\(text)\n\(played.output)")
        played.expectEnd(with: 0)
    }

    @Test func `a private answer is not written down, and the chat plays all the same`() async throws {
        let project = FileManager.default.temporaryDirectory.appending(path: "usher-chat-\(UUID().uuidString)")
        let flows = project.appending(path: "Flows")
        try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: project) }
        try Data(
            """
            bot: Garage
            zone: Europe/Berlin
            start: garage
            anywhere:
              agent, help, support: garage/person
            people:
              desk:
            if_silent: never
            if_other: garage/person
            if_failed: garage/person

            """.utf8
        ).write(to: flows.appending(path: "bot.yaml"))
        try Data(
            """
            flow: garage
            start: plate
            steps:
              plate:
                ask: What is your number plate?
                text:
                  kind: one line
                  matches: '[A-Z]{2}-[0-9]{3}'
                private: yes
                then: born
              born:
                ask: When were you born?
                date: past
                private: yes
                then: thanks
              thanks:
                say: Noted {plate}, born on {born}.
                then: end
              person:
                say: One moment.
                hand_over: desk

            """.utf8
        ).write(to: flows.appending(path: "garage.yaml"))
        let file = flows.appending(path: "garage.transcript")
        let chat = try await Program.run(
            ["chat", "--path", project.path, "--save", file.path], input: "hello\nXY-777\n1985-06-23\n",
            environment: ports)
        #expect(chat.status == 0, "\(chat.errors)")
        #expect(chat.output.contains("Noted XY-777, born on 23 June 1985."))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("you: AB-123\n") && text.contains("bot: Noted *, born on *."), "\(text)")
        #expect(!text.contains("777") && !text.contains("1985"))
        let played = try await Program.run(["test", file.path])
        #expect(played.output == "1 passed, 0 failed\n", "\(text)\n\(played.output)")
    }

    @Test(arguments: [false, true])
    func `the bot answers while the input stays open and nothing more is typed`(isTerminal: Bool) async throws {
        let chat =
            isTerminal
            ? try RunningProgram(
                ["-qec", "'\(try Program.path)' chat", "/dev/null"], of: World.terminal, environment: ports)
            : try RunningProgram(["chat"], environment: ports)
        if isTerminal { #expect(await chat.output.wait(for: "Press Return to say hello")) }
        chat.type("hello\n")
        #expect(await chat.output.wait(for: "What can we do for you?"))
        #expect(await chat.output.wait(for: " 3  Talk to a person"))
        chat.type("1\n")
        #expect(await chat.output.wait(for: "What would you like?"))
        chat.type(":quit\n")
        await chat.expectEnd(with: 0)
    }

    @Test func `when the input of a terminal ends, the shell begins on a line of its own`() async throws {
        let chat = try RunningProgram(
            ["-qec", "'\(try Program.path)' chat; echo status $?", "/dev/null"], of: World.terminal, environment: ports)
        #expect(await chat.output.wait(for: "Press Return to say hello"))
        #expect(await chat.output.wait(for: "› "))
        chat.type("\u{4}")
        #expect(await chat.output.wait(for: "\r\nstatus 0"))
        await chat.expectEnd(with: 0)
    }

    /// A port on which no other `usher dev` listens, so that each chat runs its own server.
    private var ports: [String: String] { ["USHER_SIMULATOR_PORT": "9"] }
}
