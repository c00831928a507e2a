import Foundation
import Synchronization
import Usher

/// A small project on disk, removed with its value.
final class TestProject: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "usher-embedded-\(UUID().uuidString)").path

    /// - Parameters:
    ///   - actions: the YAML below `actions:`.
    ///   - steps: the steps of the flow.
    init(actions: String = "", steps: String = "  hello:\n    say: Hello!\n    then: end", settings: String = "") throws
    {
        try write(
            "Flows/bot.yaml",
            """
            bot: Shop
            zone: Europe/Berlin
            start: shop
            if_silent: never
            anywhere:
              agent, help, support: shop/person
            people:
              counter:

            """)
        try write(
            "Flows/shop.yaml",
            """
            flow: shop
            start: hello
            steps:
            \(steps)
              person:
                say: Somebody will answer you.
                hand_over: counter

            """)
        if !actions.isEmpty { try write("Config/actions.yaml", "actions:\n\(actions)\n") }
        if !settings.isEmpty { try write("Config/usher.yaml", settings + "\n") }
    }

    /// Returns the bot of the project; no file is read later.
    func bot(_ environment: [String: String] = [:], options: [String: String] = [:]) throws(UsherError) -> UsherBot {
        try UsherBot(project: path, options: options, environment: environment)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ file: String, _ text: String) throws {
        let url = URL(filePath: path).appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// A flow that calls `act` and sends the result.
    static let calling = """
          hello:
            call: act
            then: done
            if_failed: failed
          done:
            say: {hello.text, or nothing}
            then: end
          failed:
            say: failed with {hello.problem}
            then: end
        """

    /// An action implemented by `Act`.
    static let action = """
          act:
            swift: Act
            gives:
              text: text
            examples:
              good:
                text: the example
        """
}

/// A counter.
final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
