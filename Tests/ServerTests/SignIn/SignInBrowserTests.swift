import AppleSimulator
import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import Testing

/// What people do in browsers on the way to a provider and back: they click twice, go back, reload, open several links,
/// copy digits as they are, and block cookies.
@Suite struct SignInBrowserTests {
    private static let hello = "Hello Ana, your branch is Harbour."

    @Test func `clicks that follow the first lead to the provider as well`() async throws {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let cookie = try await bank.cookie(of: link)
            let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await bank.post("digits=\(link.digits)", to: link.address, cookie: cookie) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.map(\.status) == Array(repeating: 303, count: 8))
            #expect(Set(answers.compactMap { $0.header("Location") }).count == 8)
            // Back from the provider the page is still there.
            #expect(try await bank.get(link.address, cookie: cookie).status == 200)
            let back = try await bank.signIn(at: try await bank.open(link, cookie: cookie))
            let shown = try await phone.after { _, _ in
                let end = try await bank.get(back, cookie: cookie)
                #expect(end.status == 200)
            }
            #expect(shown == [Self.hello])
            #expect(try await bank.post("digits=\(link.digits)", to: link.address, cookie: cookie).status == 410)
        }
    }

    @Test func `a page that is loaded again while the provider is asked shows the result`() async throws {
        try await Bank.run { bank in
            let (phone, link) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(link)
            let back = try await bank.signIn(at: authorize)
            try bank.server.simulator.misbehave(.slow, at: Bank.provider, delay: .seconds(3))
            let shown = try await phone.after { _, _ in
                async let first = bank.get(back, cookie: cookie)
                try await bank.server.clock.untilSomebodySleeps(until: bank.server.clock.now + .seconds(3))
                async let second = bank.get(back, cookie: cookie)
                bank.server.clock.turn(by: .seconds(3))
                for page in try await [first, second] {
                    #expect(page.status == 200)
                    #expect(String(decoding: page.body, as: UTF8.self).contains("You are signed in"))
                }
            }
            #expect(shown == [Self.hello])
        }
    }

    @Test func `sign-ins in one browser do not affect each other, nor do callbacks of none`() async throws {
        try await Bank.run { bank in
            let (first, one) = try await bank.phoneWithLink()
            let (second, two) = try await bank.phoneWithLink()
            let (authorize, cookie) = try await bank.open(one)
            let (other, otherCookie) = try await bank.open(two)
            #expect(cookie.prefix { $0 != "=" } != otherCookie.prefix { $0 != "=" })
            let both = "\(cookie); \(otherCookie)"
            let stray = try await bank.get(bank.server.url + "/sign-in/bank/callback", cookie: both)
            #expect(stray.status == 400)
            #expect(stray.header("Set-Cookie") == nil)
            for (phone, address) in [(second, other), (first, authorize)] {
                let back = try await bank.signIn(at: address)
                let shown = try await phone.after { _, _ in
                    let end = try await bank.get(back, cookie: both)
                    #expect(end.status == 200)
                }
                #expect(shown == [Self.hello])
            }
        }
    }

    @Test func `a browser without cookies is told so, and uses nothing up`() async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            for digits in [link.digits, "00", "01", "02", link.digits] {
                let page = try await bank.post("digits=\(digits)", to: link.address)
                #expect(page.status == 400)
                #expect(String(decoding: page.body, as: UTF8.self).contains("Allow cookies for this page"))
            }
            let (authorize, _) = try await bank.open(link)
            #expect(authorize.contains("state="))
        }
    }

    @Test(arguments: ["arabic", "wide", "spaced", "marked", "message"])
    func `digits are read as people enter them`(way: String) async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            let cookie = try await bank.cookie(of: link)
            let nothing = try await bank.post("digits=the+number", to: link.address, cookie: cookie)
            #expect(nothing.status == 200, "an entry without digits is none")
            let text = Self.entry(link.digits, way)
            let form = "digits=" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            #expect(try await bank.post(form, to: link.address, cookie: cookie).status == 303)
        }
    }

    private static func entry(_ digits: String, _ way: String) -> String {
        switch way {
        case "arabic": shifted(digits, to: 0x0660)
        case "wide": shifted(digits, to: 0xFF10)
        case "spaced": "    \(digits.map(String.init).joined(separator: " - "))  "
        case "marked": "\u{2068}\(digits)\u{2069}\u{200F}"
        default: "The page asks for this number: \(digits)"
        }
    }

    private static func shifted(_ digits: String, to zero: UInt32) -> String {
        String(String.UnicodeScalarView(digits.unicodeScalars.compactMap { Unicode.Scalar(zero + $0.value - 0x30) }))
    }

    @Test func `by https the cookie of a link is for this host alone`() async throws {
        try await Bank.run(publicURL: "https://bot.example.com") { bank in
            let (_, link) = try await bank.phoneWithLink()
            let page = try await bank.get(link.address.replacing("https://bot.example.com", with: bank.server.url))
            let cookie = try #require(page.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-usher-sign-in-"))
            #expect(cookie.hasSuffix("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"))
        }
    }

    @Test func `wrong digits are told at their field`() async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            let cookie = try await bank.cookie(of: link)
            #expect(!Self.text(try await bank.get(link.address, cookie: cookie)).contains("aria-invalid"))
            let wrong = link.digits == "00" ? "01" : "00"
            let page = Self.text(try await bank.post("digits=\(wrong)", to: link.address, cookie: cookie))
            #expect(page.contains(#"aria-invalid="true" aria-describedby="wrong""#))
            #expect(page.contains(#"id="wrong" role="alert""#))
        }
    }

    @Test(arguments: ["en", "de", "fr", "es", "ja", "ar"])
    func `every language asks for the cookie`(language: String) async throws {
        try await Bank.run { bank in
            let (_, link) = try await bank.phoneWithLink()
            var request = HTTPRequest.patient("POST", link.address)
            request.headers = [
                HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded"),
                HTTPHeader(name: "Accept-Language", value: language),
            ]
            request.body = .bytes(Array("digits=\(link.digits)".utf8))
            let page = Self.text(try await bank.server.client.send(request))
            #expect(page.contains(#"<html lang="\#(language)""#) && page.contains(#"role="alert">"#))
        }
    }

    private static func text(_ page: HTTPResponse) -> String { String(decoding: page.body, as: UTF8.self) }
}

extension Bank {
    /// Submits the digits of a link in a browser that has its page, and returns the redirect to the provider.
    fileprivate func open(_ link: Link, cookie: String) async throws -> String {
        let answer = try await post("digits=\(link.digits)", to: link.address, cookie: cookie)
        #expect(answer.status == 303)
        return answer.header("Location") ?? ""
    }
}
