import ArgumentParser
import Foundation
import LanguageServer
import Projects
import Server
import Usher

/// `usher lsp`: help while writing, for editors.
struct LanguageServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Run the language server for editors, on standard input and output.",
        discussion: """
            Editors start this command; Docs/Editors.md shows the few lines that each of them needs. It reports the
            diagnostics of flows while they are typed, completes, explains, renames and corrects, by the Language Server
            Protocol 3.17. It reads files and changes none: only the editor writes.

            Example, in the configuration of an editor:
              command = { "usher", "lsp" }

            Exit code 0: the editor has ended it. 1: the editor is gone, or sent something that is no message.
            """)

    func run() async throws {
        // An editor that is gone, or a git that has ended, is an error of the write, and no reason to be killed.
        signal(SIGPIPE, SIG_IGN)
        let server = LanguageServer(
            version: UsherCommand.configuration.version,
            host: LanguageServerHost(
                write: { try WritableStream.standardOutput.write($0) },
                log: { Console.note($0) },
                isAlive: { kill(pid_t(truncatingIfNeeded: $0), 0) == 0 || errno != ESRCH },
                isStrict: { SettingsSource(project: $0.path).checksStrictly },
                published: { PublishedSteps.of($0) }))
        let reader = Thread {
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &piece, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                server.receive(Array(piece[..<count]))
            }
            server.endOfInput()
        }
        reader.start()
        let code = await server.run()
        if code != 0 { throw ExitCode(code) }
    }
}
