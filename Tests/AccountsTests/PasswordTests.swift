import ConversationRuntime
import Testing

@testable import Accounts

/// Passwords, their hashes, and secrets.
@Suite struct PasswordTests {
    static let cheap = PasswordHash.Cost(rounds: 4, blockSize: 2, parallelism: 1)

    @Test func `a hash matches its password alone, also after it was stored`() throws {
        let hash = try PasswordHash(of: "correct horse", cost: Self.cheap)
        let stored = try #require(PasswordHash(hash.description))
        #expect(stored == hash && stored.cost == Self.cheap)
        #expect(try stored.matches("correct horse"))
        #expect(try !stored.matches("correct horsf"))
        #expect(try !stored.matches(""))
        #expect(hash.description.hasPrefix("scrypt$4$2$1$"))
        let other = try PasswordHash(of: "correct horse", cost: Self.cheap)
        #expect(other != hash, "each has a salt of its own")
    }

    @Test func `composed and decomposed letters are the same password`() throws {
        let hash = try PasswordHash(of: "Stra\u{DF}e Caf\u{E9}", cost: Self.cheap)
        #expect(try hash.matches("Stra\u{DF}e Cafe\u{301}"))
    }

    @Test(arguments: [
        "", "scrypt", "scrypt$15$8$3$$", "md5$15$8$3$AAAA$AAAA", "scrypt$40$8$1$AAAA$AAAA", "scrypt$a$8$1$AAAA$AAAA",
    ])
    func `what is no hash, or would take for ever, is none`(text: String) { #expect(PasswordHash(text) == nil) }

    @Test func `hashes with less work are outdated`() throws {
        let hash = try PasswordHash(of: "x", cost: Self.cheap)
        #expect(PasswordHasher(cost: .standard).isOutdated(hash))
        #expect(!PasswordHasher(cost: Self.cheap).isOutdated(hash))
    }

    @Test(
        arguments: [
            ("short", "at least 12"), (String(repeating: "ab", count: 120), "at most 200"),
            ("my name is Anabel", "name of its account"), ("aaaaaaaaaaaaaaab", "5 different"),
            ("correct horse battery", nil), ("ünïcödé wörds", nil),
        ] as [(String, String?)])
    func `passwords are refused with a reason`(password: String, reason: String?) {
        let objection = PasswordRules.objection(to: password, of: "anabel")
        if let reason { #expect(objection?.description.contains(reason) == true) } else { #expect(objection == nil) }
    }

    @Test func `secrets differ, and are stored as digests`() throws {
        let (one, two) = (SecretText.forToken(), SecretText.forToken())
        #expect(one != two && one.text.count == 49 && one.text.hasPrefix("usher_"))
        #expect(SecretText.digest(ofToken: one.text) == one.digest)
        #expect(one.digest.count == 64 && !one.digest.contains(one.text))
        #expect(SecretText.digest(ofToken: "usher_short") == nil)
        #expect(SecretText.digest(ofToken: String(repeating: "x", count: 49)) == nil)
        #expect(PasswordRules.objection(to: SecretText.forPerson().text, of: "ana") == nil)
    }

    @Test func `every role is part of the next, but for authors, and admins may do everything`() {
        #expect(Role.admin.rights == Set(Right.allCases))
        #expect(Role.agent.rights.isStrictSubset(of: Role.operator.rights))
        #expect(Role.author.rights.isStrictSubset(of: Role.operator.rights))
        #expect(Role.admin.rights.subtracting(Role.operator.rights) == [.audit, .accounts])
        #expect(Role.agent.rights == [.answerCustomers, .results])
        #expect(Role.author.rights == [.seeFlows, .editFlows, .publish, .metrics])
    }

    @Test(arguments: [
        ("ana", true), ("ana.b-c_d@shop", true), ("4711", true), ("", false), ("Ana", false), ("ana b", false),
        (".ana", false), ("añа", false), (String(repeating: "a", count: 65), false),
    ])
    func `names are plain`(name: String, isName: Bool) { #expect(Account.isName(name) == isName) }
}
