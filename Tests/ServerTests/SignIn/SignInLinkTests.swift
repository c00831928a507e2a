import AppleSimulator
import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import Testing

/// Signing in through a link, as devices without a sign-in of their own do.
@Suite struct SignInLinkTests {
    @Test func `a customer signs in through a link, and the conversation goes on with what the provider tells`()
        async throws
    {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let page = try await bank.get(link.address)
            #expect(page.status == 200)
            #expect(String(decoding: page.body, as: UTF8.self).contains("Bridge Bank"))
            let (authorize, cookie) = try await bank.open(link)
            let back = try await bank.signIn(at: authorize)
            let shown = try await phone.after { _, _ in
                let end = try await bank.get(back, cookie: cookie)
                #expect(end.status == 200)
                #expect(String(decoding: end.body, as: UTF8.self).contains("You are signed in"))
            }
            #expect(shown == ["Hello Ana, your branch is Harbour."])
        }
    }

    @Test func `whoever does not want to goes another way`() async throws {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            let back = try await bank.signIn(at: authorize, cancels: true)
            let shown = try await phone.after { _, _ in _ = try await bank.get(back, cookie: cookie) }
            #expect(shown == ["Maybe later."])
        }
    }

    @Test func `digits may be guessed three times`() async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            let first = try await bank.cookie(of: link)
            let wrong = link.digits == "00" ? "01" : "00"
            for status in [200, 200, 410] {
                // A new browser each time is of no help.
                let cookie = status == 410 ? first : try await bank.cookie(of: link)
                #expect(try await bank.post("digits=\(wrong)", to: link.address, cookie: cookie).status == status)
            }
            #expect(try await bank.post("digits=\(link.digits)", to: link.address, cookie: first).status == 410)
        }
    }

    @Test func `with a second proof a device that signs in itself is asked for the code of the conversation as well`()
        async throws
    {
        try await Bank.run(asksCode: true) { bank in
            let phone = try Phone(on: bank.server)
            let shown = try await phone.says("hello")
            #expect(!shown.contains { $0.contains("authentication: ") })
            let link = try Bank.Link(shown)
            #expect(link.digits.count == 6)
            // A person with only the link fails, and is stopped after three attempts.
            let stranger = try await bank.cookie(of: link)
            let guess = try await bank.post("digits=\(link.digits.prefix(2))", to: link.address, cookie: stranger)
            #expect(guess.status == 200)
            let (authorize, cookie) = try await bank.open(link)
            let back = try await bank.signIn(at: authorize)
            // Another browser has not submitted the code.
            #expect(try await bank.get(back).status != 200)
            let after = try await phone.after { _, _ in
                let status = try await bank.get(back, cookie: cookie).status
                #expect(status == 200)
            }
            #expect(after == ["Hello Ana, your branch is Harbour."])
        }
    }

    @Test func `a code may be guessed three times`() async throws {
        try await Bank.run(asksCode: true) { bank in
            let phone = try Phone(on: bank.server)
            let link = try Bank.Link(try await phone.says("hello"))
            let wrong = link.digits == "000000" ? "000001" : "000000"
            let cookie = try await bank.cookie(of: link)
            for status in [200, 200, 410] {
                #expect(try await bank.post("digits=\(wrong)", to: link.address, cookie: cookie).status == status)
            }
            #expect(try await bank.post("digits=\(link.digits)", to: link.address, cookie: cookie).status == 410)
        }
    }

    @Test func `a link is good in one browser, and for ten minutes`() async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            let other = try await bank.cookie(of: link)
            _ = try await bank.open(link)
            #expect(try await bank.get(link.address, cookie: other).status == 410)
            #expect(try await bank.post("digits=\(link.digits)", to: link.address, cookie: other).status == 410)
            #expect(try await bank.post("digits=\(link.digits)", to: link.address).status == 410)
            let (_, late) = try await bank.phoneWithLink()
            let cookie = try await bank.cookie(of: late)
            bank.server.clock.turn(by: .minutes(10))
            #expect(try await bank.get(late.address).status == 410)
            #expect(try await bank.post("digits=\(late.digits)", to: late.address, cookie: cookie).status == 410)
        }
    }
}
