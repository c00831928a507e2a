import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import Projects
import Server

/// The fixture files of these tests, and the files of the repository.
enum Fixtures {
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ file: String) throws -> String {
        try String(contentsOf: repository.appending(path: file), encoding: .utf8)
    }

    static let shop = repository.appending(path: "Tests/ServerTests/Fixtures/Shop").path

    /// The bot of the shop.
    static func bot(now: Moment = Account.now) throws -> Bot {
        let compilation = try compilation(now: now)
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }
}

extension Fixtures {
    /// Compiles the shop's files.
    ///
    /// - Parameter actions: the content of `Config/actions.yaml`.
    static func compilation(actions: String? = nil, now: Moment = Account.now) throws -> Compilation {
        var files = try ProjectFolder(at: shop).files()
        files.actions = actions.map { SourceFile(path: "Config/actions.yaml", text: $0) }
        return Compiler.compile(files, options: CompilerOptions(now: now))
    }
}

/// The reason why a test could not be set up.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
