import Foundation
import TestSupport
import Testing

/// Times, answers beside them and private answers, chosen and written down in the terminal.
@Suite struct ChatChoiceTests {
    private static let bot = """
        bot: Salon
        zone: Europe/Berlin
        start: salon
        anywhere:
          agent, help, support: salon/person
        people:
          desk:
        if_silent: never
        if_other:
          say: Once more, please.
          then: salon/person
        if_failed: salon/person

        """

    private static func flow(_ steps: String) -> String {
        "flow: salon\nstart: hello\nsteps:\n\(steps)  person:\n    say: One moment.\n    hand_over: desk\n"
    }

    private static let times = flow(
        """
          hello:
            ask: When?
            times: [2031-05-01 10:00, 2031-05-01 11:00, 2031-05-01 12:00]
            or:
              None of these: none
              Later: person
            then: done
          done:
            say: You come at {hello, time}.
            then: end
          none:
            say: Another day, then.
            then: end

        """)

    private static let initial = flow(
        """
          hello:
            ask: Your initial?
            text: one line
            private: yes
            then: what
          what:
            ask: And what can we do for you today, at our salon?
            answers: [A wash, A cut]
            then: day
          day:
            set:
              greeting: Dear {hello}
            say:
              - Thanks, {what} on 1 December it is.
              - "{greeting}, see you. A pleasure."
            then: end

        """)

    private func project(_ flow: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Self.bot, to: "Flows/bot.yaml")
        try folder.write(flow, to: "Flows/salon.yaml")
        return folder
    }

    private func chat(_ folder: TemporaryFolder, _ arguments: String..., input: String) async throws -> Program.Result {
        try await Program.run(
            ["chat", "--path", folder.path] + arguments, input: input, environment: ["USHER_SIMULATOR_PORT": "9"])
    }

    @Test(arguments: ["iphone", "web"])
    func `times and the answers beside them are numbered on`(device: String) async throws {
        let folder = try project(Self.times)
        for (number, answer) in [("1", "You come at 10:00."), ("3", "You come at 12:00."), ("4", "Another day, then.")]
        {
            let chat = try await chat(folder, "--device", device, input: "hello\n\(number)\n")
            #expect(chat.output.contains("      3  12:00\n") && chat.output.contains("      4  None of these\n"))
            #expect(chat.output.contains(answer), "\(number): \(chat.output)")
        }
        let again = try await chat(folder, "--device", device, input: "hello\nhm\n2\n")
        #expect(again.output.contains("You come at 11:00."), "\(again.output)")
    }

    @Test func `a short private answer is hidden where it is filled in, and nowhere else`() async throws {
        let folder = try project(Self.initial)
        let file = folder.file("Flows/salon.transcript")
        for input in ["hello\na\n1\n", "hello\n1\n2\n"] {
            let chat = try await chat(folder, "--save", file, input: input)
            #expect(chat.status == 0, "\(chat.errors)")
        }
        let text = try folder.read("Flows/salon.transcript")
        for line in [
            "bot: And what can we do for you today, at our salon?", "tap: A wash", "you: Something",
            "bot: Thanks, A cut on 1 December it is.", "bot: *, see you. A pleasure.",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(text)")
        }
        let played = try await Program.run(["test", folder.path])
        #expect(played.output == "2 passed, 0 failed\n", "\(text)\n\(played.output)")
    }

    @Test func `a chat is saved under the name of a flow`() async throws {
        let folder = try project(Self.times)
        let refused = try await chat(folder, "--save", folder.file("Flows/saved.transcript"), input: "hello\n")
        refused.expectEnd(with: 2)
        #expect(refused.errors.contains("there is no flow `saved`; save to Flows/salon.saved.transcript"))
        #expect(
            folder.names == ["Flows"]
                && !FileManager.default.fileExists(atPath: folder.file("Flows/saved.transcript")))
        let elsewhere = try await chat(folder, "--save", folder.file("notes.txt"), input: "hello\n")
        #expect(elsewhere.errors.contains("`usher test` plays the transcripts in Flows/"))
    }

    @Test func `where no test runs it is said why`() async throws {
        let folder = try project(Self.times)
        let none = try await Program.run(["test", folder.path])
        #expect(none.errors.contains("there are no tests; write one beside the flow, such as Flows/salon.transcript"))
        try folder.write("# nothing yet\n", to: "Flows/salon.transcript")
        let empty = try await Program.run(["test", folder.path])
        #expect(empty.errors.contains("there are no tests in Flows/salon.transcript"))
        try folder.write("tst: one\n", to: "Flows/salon.transcript")
        let faulty = try await Program.run(["test", folder.path])
        #expect(faulty.errors.contains("no test was run: the transcripts have 1 error"))
        #expect(!faulty.errors.contains("there are no tests"))
    }
}
