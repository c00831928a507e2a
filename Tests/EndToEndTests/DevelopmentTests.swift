import ChildProcess
import Foundation
import Testing

/// `usher dev` as authors use it: they save a flow and continue the chat.
@Suite struct DevelopmentTests {
    private static let bot = """
        bot: Bridge Bank
        zone: Europe/Berlin
        start: bank
        anywhere:
          agent, help, support: bank/person
        people:
          tellers:
        if_silent: never
        if_other: bank/person
        if_failed: bank/sorry

        """

    private static func flow(greeting: String) -> String {
        """
        flow: bank
        start: who
        steps:
          who:
            ask: Who are you?
            sign_in: bank
            if_failed: sorry
            then: hello
          hello:
            say: "\(greeting), {who.name}."
            then: end
          sorry:
            say: "That did not work: {who.problem, or nobody knows why}."
            then: end
          person:
            hand_over: tellers

        """
    }

    private static let services = """
        sign_in:
          bank:
            discovery: https://issuer.example
            client: bank-bot
            scope: [openid, profile]
            claims:
              name: text

        """

    @Test func `simulated sign-in goes on working after a flow was saved`() async throws {
        let project = FileManager.default.temporaryDirectory.appending(path: "usher-dev-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: project) }
        for folder in ["Flows", "Config"] {
            try FileManager.default.createDirectory(
                at: project.appending(path: folder), withIntermediateDirectories: true)
        }
        try Data(Self.bot.utf8).write(to: project.appending(path: "Flows/bot.yaml"))
        try Data(Self.services.utf8).write(to: project.appending(path: "Config/services.yaml"))
        try save("Hello", in: project)
        let (port, simulatorPort) = (try freePort(), try freePort())
        let server = try RunningProgram(
            ["dev", project.path, "--port", "\(port)", "--simulator-port", "\(simulatorPort)"])
        defer { server.kill() }
        #expect(await server.output.wait(for: "Stop with Ctrl-C"), "\(server.errors.text)")
        try await expect("Hello, Ana.", simulatorPort)

        // From another project the chat has a server of its own, unless it is given the port.
        let other = try TemporaryProject()
        let settings = ["USHER_SIMULATOR_PORT": "\(simulatorPort)"]
        let own = try await Program.run(["chat"], input: "hi\n", environment: settings, in: other.url)
        let theirs = project.resolvingSymlinksInPath().path
        #expect(own.errors.contains("port \(simulatorPort) runs another project, \(theirs)"), "\(own.errors)")
        #expect(own.output.contains("Which?"), "\(own.output)")
        let named = try await Program.run(
            ["chat", "--simulator-port", "\(simulatorPort)"], input: "hi\n", in: other.url)
        #expect(named.errors.contains("port \(simulatorPort) runs the project "), "\(named.errors)")
        let same = try await Program.run(["chat"], input: "hi\n", environment: settings, in: project)
        #expect(!same.errors.contains("project"), "\(same.errors)")

        try save("Good day", in: project)
        #expect(await server.errors.wait(for: "saved changes are active"))
        try await expect("Good day, Ana.", simulatorPort)
    }

    private func save(_ greeting: String, in project: URL) throws {
        try Data(Self.flow(greeting: greeting).utf8).write(to: project.appending(path: "Flows/bank.yaml"))
    }

    /// A new customer signs in.
    private func expect(_ words: String, _ simulatorPort: Int) async throws {
        let chat = try await Program.run(
            ["chat", "--simulator-port", "\(simulatorPort)"], input: "hi\n:sign-in ana secret\n:quit\n")
        #expect(chat.output.contains(words), "\(chat.output)\n\(chat.errors)")
    }
}
