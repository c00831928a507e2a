import Diagnostics
public import Expressions
import FlowCompiler
public import FlowModel

/// A shop as a project: its flow is written by tests, and edited; its people can always be reached.
public enum ShopProject {
    /// Monday, 2 March 2026, 10:00 in Berlin.
    public static let tenOClock = Moment(seconds: 1_772_442_000)

    private static let file = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        if_silent:
          after: 10 minutes

        """

    private static let exits = """
        if_other:
          say: Sorry?
          tries: 1
          then: people/desk
        if_failed: people/desk
        anywhere:
          agent, help, support: people/desk
        people:
          desk:

        """

    private static let people = "flow: people\nstart: desk\nsteps:\n  desk:\n    hand_over: desk\n    then: end\n"

    /// Compiles the shop.
    ///
    /// - Parameters:
    ///   - flow: the flow `shop`.
    ///   - silence: what follows after ten minutes of silence: lines of `if_silent`, indented.
    ///   - lines: further lines of bot.yaml.
    /// - Throws: `BrokenShop` with the report when it has errors.
    public static func bot(
        _ flow: String, whenSilent silence: String, adding lines: String = "", actions: String? = nil, version: String
    ) throws -> Bot {
        let files = ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", text: file + silence + exits + lines),
                SourceFile(path: "Flows/people.yaml", text: people), SourceFile(path: "Flows/shop.yaml", text: flow),
            ], actions: actions.map { SourceFile(path: "Config/actions.yaml", text: $0) }, assets: [:],
            version: version)
        let compilation = Compiler.compile(files, options: CompilerOptions(now: tenOClock))
        guard let bot = compilation.bot else { throw BrokenShop(description: compilation.report.text()) }
        return bot
    }
}

/// A shop with errors.
public struct BrokenShop: Error, CustomStringConvertible {
    public let description: String
}
