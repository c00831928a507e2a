import AppleSimulator
import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import TestSupport
import Testing

/// Attacks on the URL to which customers come back. In each case, the conversation stays where it is or takes its exit
/// for failures, the caller gets an error page, and the log has a line without secrets.
@Suite struct SignInAttackTests {
    /// All data that a customer who has opened a link has.
    private struct Walk {
        let phone: Phone
        let authorize: String
        let cookie: String
        let back: String
    }

    private func walk(_ bank: Bank, user: String = "ana", password: String = "correct horse") async throws -> Walk {
        let (phone, link) = try await bank.phoneWithLink()
        let (authorize, cookie) = try await bank.open(link)
        let back = try await bank.signIn(at: authorize, user: user, password: password)
        return Walk(phone: phone, authorize: authorize, cookie: cookie, back: back)
    }

    /// Calls the URL, and expects only an error page.
    private func expectRefusal(
        _ bank: Bank, _ phone: Phone, _ back: String, cookie: String?, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let shown = try await phone.after { _, _ in
            let page = try await bank.get(back, cookie: cookie)
            #expect(page.status == 400, sourceLocation: sourceLocation)
            #expect(
                String(decoding: page.body, as: UTF8.self).contains("Go back to the chat"),
                sourceLocation: sourceLocation)
        }
        #expect(shown == [], sourceLocation: sourceLocation)
        expectSilence(bank, back, sourceLocation)
    }

    /// Calls the URL once more, and expects a page that says this, and nothing in the chat.
    private func expectResult(
        _ words: String, _ bank: Bank, _ walk: Walk, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let shown = try await walk.phone.after { _, _ in
            let page = try await bank.get(walk.back, cookie: walk.cookie)
            #expect(page.status == 200, sourceLocation: sourceLocation)
            #expect(String(decoding: page.body, as: UTF8.self).contains(words), sourceLocation: sourceLocation)
        }
        #expect(shown == [], sourceLocation: sourceLocation)
    }

    /// No log line contains a state, a code, a token or the client's secret.
    private func expectSilence(_ bank: Bank, _ back: String, _ sourceLocation: SourceLocation) {
        let log = bank.server.log.lines.joined(separator: "\n")
        #expect(log.contains("sign-in failed"), sourceLocation: sourceLocation)
        for name in ["state", "code"] {
            if let value = value(of: name, in: back), !value.isEmpty {
                #expect(!log.contains(value), sourceLocation: sourceLocation)
            }
        }
        for secret in [Bank.secret, "at-", "rt-", "eyJ"] {
            #expect(!log.contains(secret), sourceLocation: sourceLocation)
        }
    }

    private func value(of name: String, in address: String) -> String? {
        URLComponents(string: address)?.queryItems?.first { $0.name == name }?.value
    }

    private func changing(_ name: String, to value: String?, in address: String) -> String {
        var parts = URLComponents(string: address)
        parts?.queryItems?.removeAll { $0.name == name }
        if let value { parts?.queryItems?.append(URLQueryItem(name: name, value: value)) }
        return parts?.string ?? ""
    }

    @Test func `a state that was used shows its result again in its browser, and does nothing`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            let shown = try await walk.phone.after { _, _ in _ = try await bank.get(walk.back, cookie: walk.cookie) }
            #expect(shown == ["Hello Ana, your branch is Harbour."])
            try await expectResult("You are signed in", bank, walk)
            try await expectRefusal(bank, walk.phone, walk.back, cookie: nil)
        }
    }

    @Test func `a state that nobody gave out, none at all and a broken one are unknown`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            let state = value(of: "state", in: walk.back) ?? ""
            let other = String(state.reversed())
            for wrong in [
                other, String(state.dropLast()), state + "A", "", "%00", String(repeating: "a", count: 9_000),
            ] {
                try await expectRefusal(
                    bank, walk.phone, changing("state", to: wrong, in: walk.back), cookie: walk.cookie)
            }
            try await expectRefusal(bank, walk.phone, changing("state", to: nil, in: walk.back), cookie: walk.cookie)
            // It is still valid for its owner.
            let shown = try await walk.phone.after { _, _ in _ = try await bank.get(walk.back, cookie: walk.cookie) }
            #expect(shown == ["Hello Ana, your branch is Harbour."])
        }
    }

    @Test func `the state of another customer is of no use in one's own browser`() async throws {
        try await Bank.run { bank in
            let victim = try await walk(bank)
            let attacker = try await walk(bank, user: "mallory", password: "battery staple")
            // The attacker has their own code and cookie, and somehow the victim's state.
            let state = value(of: "state", in: victim.back)
            try await expectRefusal(
                bank, victim.phone, changing("state", to: state, in: attacker.back), cookie: attacker.cookie)
            try await expectRefusal(bank, victim.phone, victim.back, cookie: nil)
        }
    }

    @Test func `somebody else's code under one's own state signs nobody in`() async throws {
        try await Bank.run { bank in
            let victim = try await walk(bank)
            let attacker = try await walk(bank, user: "mallory", password: "battery staple")
            let code = value(of: "code", in: victim.back)
            let shown = try await attacker.phone.after { _, _ in
                let page = try await bank.get(
                    changing("code", to: code, in: attacker.back), cookie: attacker.cookie)
                #expect(page.status == 400)
            }
            // PKCE: the code was requested with another verifier.
            #expect(shown == ["That did not work: refused."])
        }
    }

    @Test func `a state whose time is over is of no use`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            bank.server.clock.turn(by: .minutes(10))
            try await expectRefusal(bank, walk.phone, walk.back, cookie: walk.cookie)
        }
    }

    @Test func `a state after the customer has gone on is of no use`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            _ = try await walk.phone.says("help")
            try await expectRefusal(bank, walk.phone, walk.back, cookie: walk.cookie)
        }
    }

    @Test func `a state after the customer has cancelled is of no use`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            let cancelled = changing("error", to: "access_denied", in: changing("code", to: nil, in: walk.back))
            let shown = try await walk.phone.after { _, _ in _ = try await bank.get(cancelled, cookie: walk.cookie) }
            #expect(shown == ["Maybe later."])
            try await expectResult("You have not signed in", bank, walk)
        }
    }

    @Test func `a flood of made-up states is answered and leaves nothing behind`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            let state = value(of: "state", in: walk.back) ?? ""
            let before = try Tables(bank.server.databasePath, without: ["deliveries"])
            let base = walk.back
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<1_000 {
                    let text = String(number)
                    let other = text + state.dropFirst(text.count).reversed()
                    let address = changing("state", to: other, in: base)
                    group.addTask { try await bank.get(address, cookie: walk.cookie).status }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [400])
            #expect(try Tables(bank.server.databasePath, without: ["deliveries"]) == before)
            let shown = try await walk.phone.after { _, _ in _ = try await bank.get(walk.back, cookie: walk.cookie) }
            #expect(shown == ["Hello Ana, your branch is Harbour."])
        }
    }

    @Test func `a state at the address of another provider is of no use`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            try await expectRefusal(
                bank, walk.phone, walk.back.replacing("/sign-in/bank/", with: "/sign-in/shop/"), cookie: walk.cookie)
        }
    }

    @Test func `an answer in another issuer's name is of no use`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            try await expectRefusal(
                bank, walk.phone, changing("iss", to: "https://other.example", in: walk.back), cookie: walk.cookie)
        }
    }

    @Test func `nobody is sent anywhere but to the provider and back`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            for wish in ["redirect_uri", "redirect", "url", "next", "return_to"] {
                let page = try await bank.get(
                    changing(wish, to: "https://evil.example", in: changing("state", to: nil, in: walk.back)),
                    cookie: walk.cookie)
                #expect(page.status == 400)
                #expect(page.header("Location") == nil)
                #expect(!String(decoding: page.body, as: UTF8.self).contains("evil"))
            }
        }
    }

    @Test func `whoever is sent a link of somebody else does not know the digits`() async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            let page = String(decoding: try await bank.get(link.address).body, as: UTF8.self)
            #expect(page.contains("Bridge Bank"))
            #expect(page.contains("If that was not you, close this page."))
            // Numbers in the style sheet do not count.
            let shown = try #require(page.firstRange(of: "<main>").map { page[$0.upperBound...] })
            #expect(!shown.contains(link.digits))
        }
    }

    @Test func `of those who come back at the same moment one is heard, and all are shown its result`() async throws {
        try await Bank.run { bank in
            let walk = try await walk(bank)
            let shown = try await walk.phone.after { _, _ in
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 { group.addTask { try await bank.get(walk.back, cookie: walk.cookie).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 200, count: 8))
            }
            #expect(shown == ["Hello Ana, your branch is Harbour."])
        }
    }

    @Test func `a page of ours cannot be framed, runs no script and tells nobody where it lies`() async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            let page = try await bank.get(link.address)
            let policy = page.header("Content-Security-Policy") ?? ""
            for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
                #expect(policy.contains(part))
            }
            #expect(page.header("Referrer-Policy") == "no-referrer")
            #expect(page.header("X-Content-Type-Options") == "nosniff")
            #expect(page.header("Cache-Control") == "no-store")
        }
    }
}
