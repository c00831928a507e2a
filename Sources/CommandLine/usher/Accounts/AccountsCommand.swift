import ArgumentParser
import ConversationRuntime
import Expressions
import JSON
import SQLStorage

/// `usher accounts`: manages the accounts of operators.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List, add, change and remove the accounts of operators.",
        discussion: """
            Works with or without a running server. Without a subcommand the accounts are listed. A role decides what an
            account may do:

              author     see, edit and publish flows, read metrics
              agent      answer customers, see results
              operator   everything but accounts and the audit log
              admin      everything

            Examples:
              usher accounts
              usher accounts add ana --role agent
              usher accounts change ana --role operator
              usher accounts change ana --disable
              usher accounts remove ana
            """,
        subcommands: [ListAccounts.self, AddAccount.self, ChangeAccount.self, RemoveAccount.self],
        defaultSubcommand: ListAccounts.self)
}

/// `usher accounts list`.
struct ListAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts of operators.",
        discussion: """
            Examples:
              usher accounts
              usher accounts list --format json
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let accounts = try await access.open().accounts.accounts()
        if format == .json { return print(JSONValue.object(["accounts": .array(accounts.map(\.shown))]).prettyText) }
        guard !accounts.isEmpty else { return Console.note("no accounts") }
        let names = [["NAME", "ROLE", "STATE", "LAST SIGN-IN"]]
        TextTable(names + accounts.map { [$0.name, $0.role.rawValue, $0.state, $0.signedInAt?.iso ?? "-"] }).show()
    }
}

/// `usher accounts add`.
struct AddAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account, and set its password.",
        discussion: """
            In a terminal the password is asked for twice, and not shown. Otherwise it is the first line of standard input.

            Examples:
              usher accounts add ana --role agent
              usher accounts add ana --role admin --generate-password
              pass show usher/ana | usher accounts add ana --role operator
            """)

    @Argument(help: "The name: lower-case letters, digits, and . - _ @ between them.")
    var name: String

    @Option(help: "Give this role: author, agent, operator or admin.", transform: Role.named)
    var role: Role

    @Flag(help: "Make a password, and print it once.")
    var generatePassword = false

    @OptionGroup var access: OperatorAccess

    func validate() throws { try AccountName.check(name) }

    func run() async throws {
        let store = try access.open().accounts
        guard try await store.account(name) == nil else {
            try Bootstrap.refuse("there is an account `\(name)` already; `usher accounts change` changes it")
        }
        let password = try await NewPassword(of: name, isGenerated: generatePassword)
        let account = Account(name: name, role: role, password: try await password.hash(), at: Console.now)
        let entry = AuditEntry.ofCommand(.addAccount) { entry in
            entry.object = "account \(name)"
            entry.add("role", role.rawValue)
        }
        let isAdded = try await Console.changing(advice: password.adviceIfLost(for: name)) {
            try await store.add(account, recording: entry)
        }
        guard isAdded else {
            try Bootstrap.refuse("there is an account `\(name)` already; `usher accounts change` changes it")
        }
        Console.note("account \(name) was added")
        password.showGenerated()
    }
}

/// `usher accounts change`.
struct ChangeAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change the role, the password or the state of an account.",
        discussion: """
            With another role or password, or when the account is disabled, its user must sign in again.

            Examples:
              usher accounts change ana --role operator
              usher accounts change ana --password
              usher accounts change ana --generate-password --unlock
              usher accounts change ana --disable
            """)

    @Argument(help: "The name that `usher accounts` shows.")
    var name: String

    @Option(help: "Give this role: author, agent, operator or admin.", transform: Role.named)
    var role: Role?

    @Flag(help: "Read a new password, from the terminal or from standard input.")
    var password = false

    @Flag(help: "Make a new password, and print it once.")
    var generatePassword = false

    @Flag(help: "Treat every attempt to sign in as wrong.")
    var disable = false

    @Flag(help: "End what --disable began.")
    var enable = false

    @Flag(help: "End the wait after failed attempts to sign in.")
    var unlock = false

    @OptionGroup var access: OperatorAccess

    func validate() throws {
        if disable, enable { throw ValidationError("Use `--disable` or `--enable`, not both.") }
        if password, generatePassword { throw ValidationError("Use `--password` or `--generate-password`, not both.") }
        guard role != nil || password || generatePassword || disable || enable || unlock else {
            throw ValidationError("Name what to change: --role, --password, --disable, --enable or --unlock.")
        }
    }

    func run() async throws {
        let store = try access.open().accounts
        guard try await store.account(name) != nil else { try AccountName.refuse(name) }
        var change = AccountChange(role: role, isDisabled: disable ? true : enable ? false : nil, unlocks: unlock)
        var new: NewPassword?
        if password || generatePassword {
            let made = try await NewPassword(of: name, isGenerated: generatePassword)
            change.password = try await made.hash()
            new = made
        }
        let entry = AuditEntry.ofCommand(.changeAccount) { entry in
            entry.object = "account \(name)"
            entry.add("role", role?.rawValue)
            entry.add("password", new.map { _ in "changed" })
            entry.add("state", disable ? "disabled" : enable ? "enabled" : nil)
            entry.add("unlocked", unlock ? "true" : nil)
        }
        let isChanged = try await Console.changing(advice: new?.adviceIfLost(for: name)) {
            try await store.change(account: name, change, at: Console.now, recording: entry)
        }
        guard isChanged else { try AccountName.refuse(name) }
        Console.note("account \(name) was changed")
        new?.showGenerated()
    }
}

/// `usher accounts remove`.
struct RemoveAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account; the audit log keeps its name.",
        discussion: """
            Example:
              usher accounts remove ana
            """)

    @Argument(help: "The name that `usher accounts` shows.")
    var name: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let entry = AuditEntry.ofCommand(.removeAccount) { $0.object = "account \(name)" }
        guard try await access.open().accounts.remove(account: name, recording: entry) else {
            try AccountName.refuse(name)
        }
        Console.note("account \(name) was removed")
    }
}

/// The names of accounts and tokens.
enum AccountName {
    static func check(_ name: String) throws {
        guard Account.isName(name) else {
            throw ValidationError(
                "A name has lower-case letters, digits, and `.`, `-`, `_` or `@` between them; at most 64 characters.")
        }
    }

    static func refuse(_ name: String) throws -> Never {
        try Bootstrap.refuse("there is no account `\(name)`; `usher accounts` lists them", code: Console.notFound)
    }
}

extension Role {
    /// Reads the role that an option names.
    static func named(_ text: String) throws -> Role {
        if let role = Role(rawValue: text) { return role }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no role `\(text)`; the roles are \(known).")
    }
}

extension Account {
    fileprivate var isLocked: Bool { lockedUntil.map { $0 > Console.now } ?? false }

    fileprivate var state: String { isDisabled ? "disabled" : isLocked ? "locked" : "active" }

    /// The account as JSON, without its password.
    fileprivate var shown: JSONValue {
        [
            "name": .string(name), "role": .string(role.rawValue), "state": .string(state),
            "locked_until": isLocked ? lockedUntil.map { .string($0.iso) } ?? .null : .null,
            "created_at": .string(createdAt.iso), "changed_at": .string(changedAt.iso),
            "signed_in_at": signedInAt.map { .string($0.iso) } ?? .null,
        ]
    }
}
