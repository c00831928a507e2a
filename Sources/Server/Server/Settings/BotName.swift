/// The name of a bot among those of a server: that of its folder, or `main` for the server's own project.
public struct BotName: Sendable, Hashable {
    /// As it is in paths, metrics, log lines and queries.
    public let text: String

    /// The bot of the server's own project, which a server always has.
    public static let main = BotName(known: "main")

    private static let longest = 40

    private init(known text: String) { self.text = text }

    /// The name of a bot in a folder.
    ///
    /// - Returns: `nil` when it is not a name: lower-case letters of ASCII, digits and hyphens, beginning with a letter;
    ///   `main` is that of the server's own project.
    public init?(_ folder: String) {
        let isWord = folder.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isWord, (1...Self.longest).contains(folder.utf8.count), folder.first?.isLetter == true,
            folder != Self.main.text
        else { return nil }
        text = folder
    }

    private var word: String { text.replacing("-", with: "_") }

    /// The beginning of the environment variables that are for this bot alone, such as `USHER_BOT_BARBER_`; `USHER_` for
    /// the server's own.
    var variablePrefix: String { self == .main ? "USHER_" : "USHER_BOT_\(word.uppercased())_" }

    /// The schema of its tables in a PostgreSQL database that several bots share; `nil` for the server's own bot, which
    /// has that of a server with one bot.
    var schema: String? { self == .main ? nil : "bot_\(word)" }

    /// The environment as the bot sees it: its own variables under the names that a server with one bot gives them, and none
    /// of those of the server.
    ///
    /// - Parameter bots: the bots in folders of the same server. Where the name of one begins with that of another, such
    ///   as `barber-north` and `barber`, `USHER_BOT_BARBER_NORTH_…` is of the one with the longer name alone.
    public func environment(_ all: [String: String], among bots: [BotName]) -> [String: String] {
        if self == .main { return all.filter { !$0.key.hasPrefix("USHER_BOT_") } }
        let longer = bots.map(\.variablePrefix).filter { $0 != variablePrefix && $0.hasPrefix(variablePrefix) }
        return all.reduce(into: [:]) { own, variable in
            if longer.contains(where: { variable.key.hasPrefix($0) }) { return }
            if variable.key.hasPrefix(variablePrefix) {
                own["USHER_" + variable.key.dropFirst(variablePrefix.count)] = variable.value
            } else if !variable.key.hasPrefix("USHER_") {
                own[variable.key] = variable.value
            }
        }
    }

    /// Writes the environment variables in a sentence as this bot has them.
    func naming(_ sentence: String) -> String {
        self == .main ? sentence : sentence.replacing(/USHER_(?!BOT_)/) { _ in variablePrefix }
    }
}

extension BotName: CustomStringConvertible {
    public var description: String { text }
}
