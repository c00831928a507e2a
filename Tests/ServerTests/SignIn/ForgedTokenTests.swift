import AppleSimulator
import Channels
import Concurrency
import CurlClient
import Expressions
import TestSupport
import Testing

/// A provider, or an impostor, that misbehaves.
@Suite struct ForgedTokenTests {
    /// The effect of each fault on the flow.
    static let table: [(IdentityFault, String)] = [
        (.unsigned, "bad answer"), (.signedWithPublicKey, "bad answer"), (.unknownKey, "bad answer"),
        (.badSignature, "bad answer"), (.wrongIssuer, "bad answer"), (.wrongAudience, "bad answer"),
        (.wrongParty, "bad answer"), (.expired, "bad answer"), (.notYetValid, "bad answer"),
        (.wrongNonce, "bad answer"), (.noNonce, "bad answer"), (.noIDToken, "bad answer"),
        (.otherTokenType, "bad answer"), (.invalidGrant, "refused"), (.unavailable, "unreachable"),
        (.serverError, "refused"), (.keysUnavailable, "unreachable"),
    ]

    @Test(arguments: table)
    func `who cannot prove who they are is not signed in`(fault: IdentityFault, problem: String) async throws {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            try bank.server.simulator.misbehave(fault, at: Bank.provider)
            let back = try await bank.signIn(at: authorize)
            let shown = try await phone.after { _, _ in
                let page = try await bank.get(back, cookie: cookie)
                #expect(page.status == 400)
            }
            #expect(shown == ["That did not work: \(problem)."])
            let log = bank.server.log.lines.joined(separator: "\n")
            #expect(log.contains("sign-in failed"))
            #expect(!log.contains("eyJ") && !log.contains(Bank.secret))
        }
    }

    @Test func `another customer's token signs nobody in`() async throws {
        try await Bank.run { bank in
            let (ana, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            let back = try await bank.signIn(at: authorize)
            _ = try await ana.after { _, _ in _ = try await bank.get(back, cookie: cookie) }
            let (phone, second) = try await bank.phoneWithLink()
            let (next, biscuit) = try await bank.open(second)
            try bank.server.simulator.misbehave(.oldToken, at: Bank.provider)
            let later = try await bank.signIn(at: next, user: "mallory", password: "battery staple")
            let shown = try await phone.after { _, _ in _ = try await bank.get(later, cookie: biscuit) }
            #expect(shown == ["That did not work: bad answer."])
        }
    }

    @Test func `a code that comes again signs nobody in`() async throws {
        try await Bank.run { bank in
            let (ana, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            let back = try await bank.signIn(at: authorize)
            _ = try await ana.after { _, _ in _ = try await bank.get(back, cookie: cookie) }
            let (phone, second) = try await bank.phoneWithLink()
            let (next, biscuit) = try await bank.open(second)
            try bank.server.simulator.misbehave(.oldCode, at: Bank.provider)
            let later = try await bank.signIn(at: next)
            let shown = try await phone.after { _, _ in _ = try await bank.get(later, cookie: biscuit) }
            #expect(shown == ["That did not work: refused."])
        }
    }

    @Test(arguments: [false, true])
    func `keys that change in the middle are fetched again, under a new name or the old one`(
        _ keepsName: Bool
    ) async throws {
        try await Bank.run { bank in
            for _ in 0..<2 {
                let (phone, link) = try await bank.phoneWithLink()
                let (authorize, cookie) = try await bank.open(link)
                let back = try await bank.signIn(at: authorize)
                let shown = try await phone.after { _, _ in _ = try await bank.get(back, cookie: cookie) }
                #expect(shown == ["Hello Ana, your branch is Harbour."])
                try bank.server.simulator.rotateKeys(of: Bank.provider, keepingName: keepsName)
                bank.server.clock.turn(by: .minutes(2))
            }
        }
    }

    @Test func `a provider that answers late is waited for, as long as its time limit allows`() async throws {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            try bank.server.simulator.misbehave(.slow, at: Bank.provider, delay: .seconds(8))
            let back = try await bank.signIn(at: authorize)
            let late = bank.server.clock.now + .seconds(8)
            let shown = try await phone.after { _, _ in
                async let page = bank.get(back, cookie: cookie)
                try await bank.server.clock.untilSomebodySleeps(until: late)
                bank.server.clock.turn(by: .seconds(8))
                #expect(try await page.status == 200)
            }
            #expect(shown == ["Hello Ana, your branch is Harbour."])
        }
    }
}
