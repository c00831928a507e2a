import Accounts
import ArgumentParser
import ConversationRuntime
import Expressions
import JSON
import SQLStorage

/// `usher tokens`: manages the tokens of programs.
struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "List, add and revoke tokens with which programs use the admin API.",
        discussion: """
            Works with or without a running server. Without a subcommand the tokens are listed.

            Examples:
              usher tokens
              usher tokens add metrics --right metrics --expires "365 days"
              usher tokens add deploy --role author
              usher tokens revoke deploy
            """,
        subcommands: [ListTokens.self, AddToken.self, RevokeToken.self], defaultSubcommand: ListTokens.self)
}

/// `usher tokens list`.
struct ListTokens: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens of programs.",
        discussion: """
            Examples:
              usher tokens
              usher tokens list --format json
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let tokens = try await access.open().accounts.tokens()
        if format == .json { return print(JSONValue.object(["tokens": .array(tokens.map(\.shown))]).prettyText) }
        guard !tokens.isEmpty else { return Console.note("no tokens") }
        let names = [["NAME", "RIGHTS", "EXPIRES", "LAST USE"]]
        TextTable(names + tokens.map { [$0.name, $0.rightsText, $0.expiryText, $0.usedAt?.iso ?? "-"] }).show()
    }
}

/// `usher tokens add`.
struct AddToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a token, and print it once.",
        discussion: """
            Programs send it as `Authorization: Bearer …`. It has the rights of a role, or those that are named:
            \(Right.allCases.map(\.rawValue).joined(separator: ", ")).

            Examples:
              usher tokens add deploy --role author
              usher tokens add desk --right answer-customers --right results --expires "90 days"
              usher tokens add metrics --right metrics --expires never
            """)

    @Argument(help: "The name: lower-case letters, digits, and . - _ @ between them.")
    var name: String

    @Option(help: "Give the rights of this role: author, agent, operator or admin.", transform: Role.named)
    var role: Role?

    @Option(help: "Give this right; it can be repeated.", transform: Right.named)
    var right: [Right] = []

    @Option(help: "End its use after this duration, or `never`.")
    var expires = "90 days"

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @OptionGroup var access: OperatorAccess

    func validate() throws {
        try AccountName.check(name)
        guard role != nil || !right.isEmpty else { throw ValidationError("Name a `--role`, or rights with `--right`.") }
        guard expires == "never" || length != nil else {
            throw ValidationError("`--expires` must be a duration such as `90 days`, or `never`.")
        }
    }

    private var length: TimeLength? { Literal.duration(expires).flatMap { $0 > .zero ? $0 : nil } }

    func run() async throws {
        let secret = SecretText.forToken()
        let token = APIToken(
            name: name, digest: secret.digest, role: role, rights: Set(right), createdAt: Console.now,
            expiresAt: length.map { Console.now + $0 })
        let entry = AuditEntry.ofCommand(.addToken) { entry in
            entry.object = "token \(name)"
            entry.add("rights", token.rightsText)
            entry.add("expires", token.expiryText)
        }
        let accounts = try access.open().accounts
        let advice =
            "once commits succeed, `usher tokens` shows whether `\(name)` was added; its secret is lost, so revoke it then "
            + "(`usher tokens revoke \(name)`), and add it again"
        let isAdded = try await Console.changing(advice: advice) {
            try await accounts.add(token, recording: entry)
        }
        guard isAdded else {
            try Bootstrap.refuse("there is a token `\(name)` already; revoke it first, or choose another name")
        }
        if format == .json {
            return print(JSONValue.object(["token": token.shown, "secret": .string(secret.text)]).prettyText)
        }
        print(secret.text)
        Console.note("this token is not shown again")
    }
}

/// `usher tokens revoke`.
struct RevokeToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a token; a running server refuses it at once.",
        discussion: """
            Example:
              usher tokens revoke deploy
            """)

    @Argument(help: "The name that `usher tokens` shows.")
    var name: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let entry = AuditEntry.ofCommand(.revokeToken) { $0.object = "token \(name)" }
        guard try await access.open().accounts.revoke(token: name, recording: entry) else {
            try Bootstrap.refuse("there is no token `\(name)`; `usher tokens` lists them", code: Console.notFound)
        }
        Console.note("token \(name) was revoked")
    }
}

extension Right {
    /// Reads the right that an option names.
    fileprivate static func named(_ text: String) throws -> Right {
        if let right = Right(rawValue: text) { return right }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no right `\(text)`; the rights are \(known).")
    }
}

extension APIToken {
    fileprivate var rightsText: String {
        ([role?.rawValue].compactMap { $0 } + ownRights.map(\.rawValue).sorted()).joined(separator: " ")
    }

    fileprivate var expiryText: String { expiresAt?.iso ?? "never" }

    /// The token as JSON, without its secret.
    fileprivate var shown: JSONValue {
        [
            "name": .string(name), "role": role.map { .string($0.rawValue) } ?? .null,
            "rights": .array(caller.rights.map(\.rawValue).sorted().map { .string($0) }),
            "created_at": .string(createdAt.iso), "expires_at": expiresAt.map { .string($0.iso) } ?? .null,
            "used_at": usedAt.map { .string($0.iso) } ?? .null,
        ]
    }
}
