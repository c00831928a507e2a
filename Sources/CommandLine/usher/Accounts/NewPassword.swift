import Accounts
import Foundation
import Server

/// A password that a command sets: made here, typed twice, or read from standard input.
struct NewPassword {
    private let text: String
    private let isGenerated: Bool

    /// Ends the command when there is none, or it is not accepted.
    init(of name: String, isGenerated: Bool) async throws {
        self.isGenerated = isGenerated
        if isGenerated {
            text = SecretText.forPerson().text
            return
        }
        text = try await Self.read()
        if let objection = PasswordRules.objection(to: text, of: name) {
            try Bootstrap.refuse("\(objection); `--generate-password` makes one")
        }
    }

    private static func read() async throws -> String {
        var lines = InputLines.stream().makeAsyncIterator()
        guard InputLines.isTerminal else {
            guard let line = await lines.next() else {
                try Bootstrap.refuse("standard input has no password; use `--generate-password` to make one")
            }
            return line
        }
        let echo = TerminalEcho.turnOff()
        defer { echo?.restore() }
        Console.show(onErrorStream: "Password: ")
        let first = await lines.next() ?? ""
        Console.show(onErrorStream: "\nThe same again: ")
        let second = await lines.next() ?? ""
        Console.show(onErrorStream: "\n")
        guard first == second else { try Bootstrap.refuse("the two passwords differ; nothing was changed") }
        return first
    }

    func hash() async throws -> String { try await PasswordHasher().hash(text).description }

    /// What to do when it is not known whether a generated password was stored; `nil` for one that its user knows.
    func adviceIfLost(for name: String) -> String? {
        guard isGenerated else { return nil }
        return
            "the password was not shown. Once commits succeed, `usher accounts` shows whether `\(name)` is there; then "
            + "`usher accounts change \(name) --generate-password` makes another one"
    }

    /// Prints a generated password, the only time that it is seen.
    func showGenerated() {
        guard isGenerated else { return }
        print(text)
        Console.note("this password is not shown again")
    }
}

/// The echo of a terminal, which is off while a password is typed.
private struct TerminalEcho {
    private let before: termios

    /// - Returns: `nil` when standard input is no terminal.
    static func turnOff() -> TerminalEcho? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        let echo = TerminalEcho(before: settings)
        settings.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
        return echo
    }

    func restore() {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
