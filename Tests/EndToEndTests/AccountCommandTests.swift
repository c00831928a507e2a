import Foundation
import JSON
import Testing

/// `usher accounts`, `usher tokens` and `usher audit`, as they are typed.
@Suite struct AccountCommandTests {
    private static let password = "correct horse battery"

    private static func add(
        _ name: String, _ more: String..., password: String? = password, in project: OperatedProject
    ) async throws -> Program.Result {
        try await Program.run(
            ["accounts", "add", name] + more, input: password.map { $0 + "\n" } ?? "", in: project.folder)
    }

    @Test func `accounts are added, listed, changed and removed`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        #expect(try await project.run("accounts").errors == "no accounts\n")
        let added = try await Self.add("ana", "--role", "agent", in: project)
        #expect(added.status == 0 && added.output == "" && added.errors == "account ana was added\n", "\(added)")
        let made = try await project.run("accounts", "add", "jo", "--role", "admin", "--generate-password")
        #expect(made.status == 0 && made.output.count == 21, "\(made)")
        let list = try await project.run("accounts")
        #expect(
            list.output == """
                NAME  ROLE   STATE   LAST SIGN-IN
                ana   agent  active  -
                jo    admin  active  -

                """)
        try await project.run("accounts", "change", "ana", "--role", "operator", "--disable").expectEnd(with: 0)
        let json = try JSONValue(parsing: try await project.run("accounts", "list", "--format", "json").output)
        let ana = try #require(json["accounts"]?[0])
        #expect(ana["role"] == "operator" && ana["state"] == "disabled" && ana["password"] == nil)
        try await project.run("accounts", "remove", "ana").expectEnd(with: 0)
        try await project.run("accounts", "remove", "ana").expectEnd(with: 3)
        try await project.run("accounts", "change", "ana", "--enable").expectEnd(with: 3)
        let audit = try await project.run("audit", "--format", "json")
        let entries = try JSONValue(parsing: audit.output)["entries"]?.array ?? []
        #expect(
            entries.map { $0["act"]?.string } == ["account.remove", "account.change", "account.add", "account.add"])
        #expect(entries.allSatisfy { $0["actor"]?.string?.hasPrefix("command line (") == true })
        #expect(entries[1]["details"] == ["role": "operator", "state": "disabled"])
        #expect(!audit.output.contains(Self.password) && !audit.output.contains("scrypt"))
    }

    @Test func `what is wrong is said, and nothing is added`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        try await Self.add("ana", "--role", "agent", password: "short", in: project).expectEnd(with: 2)
        try await Self.add("ana", "--role", "agent", password: nil, in: project).expectEnd(with: 2)
        try await Self.add("Ana Lee", "--role", "agent", in: project).expectEnd(with: 2)
        let role = try await Self.add("ana", "--role", "chef", in: project)
        #expect(role.status == 2 && role.errors.contains("author"), "\(role)")
        try await Self.add("ana", "--role", "agent", in: project).expectEnd(with: 0)
        let twice = try await Self.add("ana", "--role", "admin", in: project)
        twice.expectEnd(with: 2)
        #expect(twice.errors.contains("there is an account `ana` already"))
        try await project.run("accounts", "change", "ana").expectEnd(with: 2)
        try await project.run("tokens", "add", "x").expectEnd(with: 2)
        try await project.run("tokens", "add", "x", "--right", "fly").expectEnd(with: 2)
        try await project.run("tokens", "add", "x", "--right", "erase", "--expires", "soon").expectEnd(with: 2)
        try await project.run("audit", "--act", "fly").expectEnd(with: 2)
        try await project.run("audit", "--since", "soon").expectEnd(with: 2)
    }

    @Test func `a token is shown once, listed without its secret, and revoked`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        let made = try await project.run("tokens", "add", "deploy", "--role", "author")
        let secret = made.output.trimmingCharacters(in: .newlines)
        #expect(made.status == 0 && secret.hasPrefix("usher_") && secret.count == 49, "\(made)")
        let other = try await project.run(
            "tokens", "add", "desk", "--right", "results", "--right", "answer-customers", "--expires", "never",
            "--format", "json")
        let json = try JSONValue(parsing: other.output)
        #expect(json["token"]?["rights"] == ["answer-customers", "results"] && json["token"]?["expires_at"] == .null)
        #expect(json["secret"]?.string?.count == 49)
        let list = try await project.run("tokens")
        #expect(list.output.contains("answer-customers results  never") && !list.output.contains("usher_"))
        try await project.run("tokens", "add", "deploy", "--role", "admin").expectEnd(with: 2)
        try await project.run("tokens", "revoke", "deploy").expectEnd(with: 0)
        try await project.run("tokens", "revoke", "deploy").expectEnd(with: 3)
        let files = try Data(contentsOf: project.folder.appending(path: "data/usher.sqlite"))
        #expect(!files.contains(Data(secret.utf8)))
    }

    @Test func `each command that shows or changes something of a customer is in the audit log`() async throws {
        let project = try OperatedProject()
        try await project.talk("help")
        try await project.loseMessage()
        try await project.keepRow("Trim")
        try await project.askForMoney()
        try OperatedProject.write(in: project.folder)
        for (arguments, act) in Self.commands {
            let before = try await Self.entries(project).count
            let result = try await Program.run(arguments, in: project.folder)
            #expect(result.status == 0, "\(arguments): \(result)")
            let entries = try await Self.entries(project)
            // The reading of the log itself is one, too.
            #expect(entries.count == before + 2, "\(arguments)")
            #expect(entries.first?["act"]?.string == act, "\(arguments)")
            let isOfOne = !act.hasSuffix(".list")
            #expect((entries.first?["customer"]?.string == "ana") == isOfOne, "\(arguments)")
        }
        try await project.run("sessions", "erase", "ana", "--yes").expectEnd(with: 0)
        let all = try await project.run("audit", "--limit", "1000", "--format", "csv").output
        #expect(!all.contains(",ana,") && all.contains(",customer.erase,sha256:"))
        let ofAna = try await project.run("audit", "--customer", "ana", "--format", "json").output
        let acts = try JSONValue(parsing: ofAna)["entries"]?.array?.compactMap { $0["act"]?.string } ?? []
        #expect(acts.first == "customer.erase" && acts.count == Self.commands.count { !$0.act.hasSuffix(".list") } + 1)
        let text = try await project.run("audit", "--act", "customer.erase")
        #expect(text.output.hasPrefix("AT ") && text.output.contains("customer.erase"))
    }

    @Test func `an account that may not have a conversation is refused, named, and in the audit log`() async throws {
        let project = try OperatedProject()
        try await project.talk("help")
        for (name, role) in [("ana", "agent"), ("flo", "author")] {
            try await project.run("accounts", "add", name, "--role", role, "--generate-password").expectEnd(with: 0)
        }
        for (name, advice) in [("flo", "`usher accounts` lists them"), ("anna", "did you mean `ana`?")] {
            let refused = try await project.run("handover", "assign", "1", name)
            refused.expectEnd(with: 3)
            #expect(
                refused.errors == "usher: there is no account `\(name)` that may answer customers; \(advice)\n")
            let entry = try #require(try await Self.entries(project).first)
            #expect(entry["act"] == "handover.assign" && entry["outcome"] == "failed", "\(entry)")
            #expect(
                entry["customer"] == "ana" && entry["object"] == "session 1" && entry["details"]?["to"] == .string(name)
            )
        }
    }

    private static let commands: [(arguments: [String], act: String)] = [
        (["sessions", "list"], "session.list"), (["sessions", "show", "ana"], "session.show"),
        (["sessions", "history", "1"], "session.read"), (["sessions", "export", "ana"], "customer.export"),
        (["handover", "list"], "handover.list"), (["handover", "read", "1"], "handover.read"),
        (["handover", "answer", "1", "Hello"], "handover.answer"),
        (["handover", "give-back", "1"], "handover.give-back"), (["bookings", "list"], "booking.list"),
        (["payments", "list"], "payment.list"), (["payments", "show", "1"], "payment.show"),
        (["results", "bookings"], "result.list"), (["results", "bookings", "--mark", "1=done"], "result.change"),
        (["deliveries", "dead"], "dead-letter.list"), (["deliveries", "dead", "1"], "dead-letter.show"),
        (["deliveries", "drop", "1"], "dead-letter.drop"), (["sessions", "reset", "1"], "session.reset"),
    ]

    private static func entries(_ project: OperatedProject) async throws -> [JSONValue] {
        let audit = try await project.run("audit", "--limit", "1000", "--format", "json")
        return try JSONValue(parsing: audit.output)["entries"]?.array ?? []
    }
}
