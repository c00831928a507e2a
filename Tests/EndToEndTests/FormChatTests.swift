import Foundation
import Testing

/// Forms of a flow, completed in the terminal and recorded.
@Suite struct FormChatTests {
    private static let bot = """
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

        """

    private static func flow(private isPrivate: Bool) -> String {
        """
        flow: garage
        start: car
        steps:
          car:
            ask: About your car
            form:
              plate:
                ask: What is your number plate?
                text: one line
              insured:
                ask: Is it insured?
                answers:
                  Yes: extras
                  No: send
              extras:
                ask: What should we look at?
                answers:
                  Brakes: send
                  Lights: send
            summary: yes
        \(isPrivate ? "    private: yes\n" : "")    then: thanks
          thanks:
            say: Noted {car.plate}.
            then: end
          person:
            say: One moment.
            hand_over: desk

        """
    }

    /// Chats in a new project. Returns the output, the recorded transcript, and the result of playing it.
    private func chat(private isPrivate: Bool, _ lines: [String]) async throws -> (
        shown: String, transcript: String, played: String
    ) {
        let project = FileManager.default.temporaryDirectory.appending(path: "usher-form-chat-\(UUID().uuidString)")
        let flows = project.appending(path: "Flows")
        try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: project) }
        try Data(Self.bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        try Data(Self.flow(private: isPrivate).utf8).write(to: flows.appending(path: "garage.yaml"))
        let file = flows.appending(path: "garage.transcript")
        // Port 9: no `usher dev` listens there, so that the chat runs its own server.
        let chat = try await Program.run(
            ["chat", project.path, "--save", file.path], input: lines.joined(separator: "\n") + "\n",
            environment: ["USHER_SIMULATOR_PORT": "9", "TZ": "Europe/Berlin"])
        #expect(chat.status == 0, "\(chat.errors)")
        let played = try await Program.run(["test", project.path])
        return (chat.output, try String(contentsOf: file, encoding: .utf8), played.output + played.errors)
    }

    @Test func `a form is filled in, branches, and plays as it went`() async throws {
        let (shown, transcript, played) = try await chat(
            private: false, ["hello", "XY-777", "1", "Lights", "", ":quit"])
        #expect(shown.contains("▸ Is it insured?") && shown.contains("Return sends it"), "\(shown)")
        #expect(shown.contains("• Noted XY-777."), "\(shown)")
        #expect(
            transcript.contains("fill: plate = XY-777\nfill: insured = Yes\nfill: extras = Lights\n"), "\(transcript)")
        #expect(played.contains("1 passed, 0 failed"), "\(transcript)\n\(played)")
    }

    @Test func `what is private is not written down, and plays all the same`() async throws {
        let (shown, transcript, played) = try await chat(
            private: true, ["hello", "XY-777", "1", "Lights", "", ":quit"])
        #expect(shown.contains("• Noted XY-777."), "\(shown)")
        #expect(!transcript.contains("777") && !transcript.contains("Lights"), "\(transcript)")
        #expect(played.contains("1 passed, 0 failed"), "\(transcript)\n\(played)")
    }
}
