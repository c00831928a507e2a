import Diagnostics
import FlowCompiler
import FlowEngine

/// The bots of all stories.
enum Bots {
    /// Returns their engines, by version.
    static func engines() throws -> [String: Engine] {
        try Garage.engines().merging([Shop.version: try Shop.engine()]) { first, _ in first }
    }

    /// Returns an engine for a bot with one flow, `main`.
    static func engine(
        bot: String, steps: String, actions: String, services: String? = nil, version: String
    ) throws -> Engine {
        let texts = [("bot", bot), ("main", steps)].map {
            SourceFile(path: "Flows/\($0.0).yaml", text: $0.1 + "\n")
        }
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: texts, actions: SourceFile(path: "Config/actions.yaml", text: actions + "\n"),
                services: services.map { SourceFile(path: "Config/services.yaml", text: $0 + "\n") }, assets: [:],
                version: version),
            options: CompilerOptions(now: Garage.springNight))
        guard let bot = compilation.bot else { throw BrokenFlow(description: compilation.report.text()) }
        return Engine(bot)
    }

    private struct BrokenFlow: Error, CustomStringConvertible {
        let description: String
    }
}
