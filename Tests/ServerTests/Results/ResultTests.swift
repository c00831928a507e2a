import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Rows that flows keep: over the whole server, with operators' routes, and with notices by mail and webhook.
@Suite struct ResultTests {
    private static func setup(_ notices: NoticeSettings? = nil) throws -> TestServer.Setup {
        var setup = TestServer.Setup()
        setup.bot = try BarberBot.bot()
        setup.key = .random()
        setup.notices = notices
        return setup
    }

    private static func book(_ phone: Phone, _ service: String = "Trim") async throws {
        try await phone.says("hello")
        try await phone.taps("Book a chair")
        try await phone.taps(service)
        let shown = try await phone.afterCall { _ = try await $0.send(text: "+353 86 123 4567", from: $1) }
        #expect(shown.first?.hasPrefix("Booked! Your number is ") == true, "\(shown)")
    }

    @Test(arguments: [
        ("/bokings", 404, "there is no table `bokings`; did you mean `bookings`?"),
        ("/bokings?format=csv", 404, "there is no table `bokings`; did you mean `bookings`?"),
        ("/bookings?private=1", 400, "`private` must be `true` or `false`"),
        ("/bookings/1?private=yes", 400, "`private` must be `true` or `false`"),
        ("/bookings/1?open=true", 400, "there is no parameter `open`; the parameters are private"),
        ("?name=bookings", 400, "there is no parameter `name`; there are none"),
    ]) func `what rows cannot be looked for by is refused with its reason`(
        _ path: String, _ status: Int, _ reason: String
    ) async throws {
        try await TestServer.run(Self.setup()) { server in
            let refused = try await server.operate("GET", "/results\(path)")
            #expect(refused.status == status && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
        }
    }

    @Test func `a state that rows never have is refused, and one that rows had in former flows is not`() async throws {
        try await TestServer.run(Self.setup()) { server in
            let refused = try await server.operate("GET", "/results/bookings?state=opne")
            #expect(refused.status == 400, "\(refused)")
            let reason = refused.json?["error"]?["reason"]?.string ?? ""
            #expect(reason.hasPrefix("a row of `bookings` is never `opne`; it is one of open, "), "\(reason)")
            try await Self.book(try Phone(on: server))
            let store = server.database.results
            #expect(try await store.mistake(inState: "open", of: "bookings", ["done"]) == nil, "a row is in it")
            #expect(try await store.mistake(inTable: "bookings", of: nil) == nil, "it has a row")
            #expect(try await store.mistake(inTable: "orders", of: nil) == "there is no table `orders`")
        }
    }

    @Test func `a row is kept, listed, read by its customer only, and marked by people`() async throws {
        try await TestServer.run(Self.setup()) { server in
            let ana = try Phone(on: server, customer: CustomerID("urn:mbid:ana"))
            let ben = try Phone(on: server, customer: CustomerID("urn:mbid:ben"))
            try await Self.book(ana)
            server.clock.turn(by: .seconds(1))
            try await Self.book(ben, "Shave")

            let list = try await server.operate("GET", "/results/bookings")
            let rows = try #require(list.json?["rows"]?.array)
            #expect(rows.map { $0["number"]?.int } == [2, 1])
            #expect(rows.map { $0["state"]?.string } == ["open", "open"])
            #expect(rows.map { $0["fields"]?["service"]?.string } == ["Shave", "Trim"])
            #expect(rows.map { $0["fields"]?["phone"]?.string } == ["(private)", "(private)"])
            #expect(rows[1]["customer"] == "urn:mbid:ana")
            let open = try await server.operate("GET", "/results/bookings/1?private=true")
            #expect(open.json?["fields"]?["phone"] == "+353 86 123 4567")
            let found1 = try await server.operate("GET", "/results").json?["results"]?[0]?["rows"]
            #expect(found1 == 2)

            // Ana sees her own booking, and cancels it.
            try await ana.says("hello")
            let offered = try await ana.afterCall { _ = try await $0.tap(["Cancel"], from: $1) }
            #expect(offered.joined().contains("Trim") && !offered.joined().contains("Shave"), "\(offered)")
            try await ana.afterCall { _ = try await $0.send(text: "Trim", from: $1) }
            let found2 = try await server.operate("GET", "/results/bookings/1").json?["state"]
            #expect(found2 == "cancelled")
            let found3 = try await server.operate("GET", "/results/bookings?state=open").json?["rows"]?.array?.count
            #expect(found3 == 1)

            // People mark the other one; the conversation has nothing to cancel any more.
            let found4 = try await server.operate("POST", "/results/bookings/2", #"{"state": "gone"}"#).status
            #expect(found4 == 400)
            #expect(
                try await server.operate("POST", "/results/bookings/2", #"{"state": "done"}"#).json?["state"] == "done")
            try await ben.says("hello")
            let found5 = try await ben.afterCall { _ = try await $0.tap(["Cancel"], from: $1) }.first
            #expect(found5 == "There is nothing to cancel.")
        }
    }

    @Test func `operators' requests are refused with a reason`() async throws {
        try await TestServer.run(Self.setup()) { server in
            let found6 = try await server.operate("GET", "/results", authorization: nil).status
            #expect(found6 == 401)
            let found7 = try await server.operate("GET", "/results/bookings/7").status
            #expect(found7 == 404)
            let found8 = try await server.operate("GET", "/results/bookings?colour=red").status
            #expect(found8 == 400)
            let found9 = try await server.operate("GET", "/results/bookings?since=soon").status
            #expect(found9 == 400)
            let found10 = try await server.operate("GET", "/results/bookings?limit=0").status
            #expect(found10 == 400)
            let found11 = try await server.operate("GET", "/results/bookings?after=x").status
            #expect(found11 == 400)
            let found12 = try await server.operate("GET", "/results/bookings?since=2026-12-01").json?["rows"]
            #expect(found12 == [])
        }
    }

    @Test func `rows are listed in pages`() async throws {
        try await TestServer.run(Self.setup()) { server in
            for customer in ["a", "b", "c"] {
                try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:\(customer)")))
                server.clock.turn(by: .minutes(1))
            }
            let first = try await server.operate("GET", "/results/bookings?limit=2").json
            #expect(first?["rows"]?.array?.map { $0["number"]?.int } == [3, 2])
            let next = try #require(first?["next"]?.string)
            let second = try await server.operate("GET", "/results/bookings?limit=2&after=\(next)").json
            #expect(second?["rows"]?.array?.map { $0["number"]?.int } == [1])
            #expect(second?["next"] == .null)
            let since = try await server.operate("GET", "/results/bookings?since=90%20seconds").json
            #expect(since?["rows"]?.array?.map { $0["number"]?.int } == [3])
        }
    }

    @Test func `an erased customer has no rows, and an export has them`() async throws {
        try await TestServer.run(Self.setup()) { server in
            try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:ana")))
            let export = try await server.operate("GET", "/sessions/urn:mbid:ana/export?private=true")
            #expect(export.json?["results"]?[0]?["fields"]?["phone"] == "+353 86 123 4567")
            let receipt = try await server.operate("DELETE", "/sessions/urn:mbid:ana")
            #expect(receipt.status == 200 || receipt.status == 409, "\(receipt)")
            let found13 = try await server.operate("GET", "/results/bookings").json?["rows"]
            #expect(found13 == [])
            let file = try Data(contentsOf: URL(filePath: server.databasePath))
            #expect(!file.contains("+353 86 123 4567"))
        }
    }

    @Test func `rows are deleted when their time is over`() async throws {
        try await TestServer.run(Self.setup()) { server in
            try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:ana")))
            let results = server.database.results
            let found14 = try await results.forgetResults(before: server.clock.now + .days(399), limit: 10)
            #expect(found14 == 0)
            let found15 = try await results.forgetResults(before: server.clock.now + .days(401), limit: 10)
            #expect(found15 == 1)
            try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:ben")))
            // A number is not given a second time.
            let found16 = try await server.operate("GET", "/results/bookings").json?["rows"]?[0]?["number"]
            #expect(found16 == 2)
        }
    }

    // Notices.

    @Test func `a mail tells people of a row, without its private fields`() async throws {
        let host = MailHost()
        try await host.run { port in
            let email = NoticeSettings.Email(
                recipients: ["desk@barber.example", "ana@barber.example"], sender: "bot@barber.example",
                server: MailServer(
                    url: "smtp://127.0.0.1:\(port)", login: .init(user: "bot", password: "secret"), allowsPlain: true))
            try await TestServer.run(Self.setup(NoticeSettings(email: email))) { server in
                try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:ana")), "Shave & möre")
                await host.until { $0.mails.count == 1 }
                let mail = try #require(host.mails.first)
                #expect(mail.sender == "bot@barber.example")
                #expect(mail.recipients == ["desk@barber.example", "ana@barber.example"])
                #expect(mail.header("Subject") == "bookings 1")
                #expect(
                    mail.header("From")
                        == "=?utf-8?B?\(Data("Bärber".utf8).base64EncodedString())?= <bot@barber.example>")
                #expect(mail.text.contains("service: Shave & möre"))
                #expect(mail.text.contains("phone: (private)"))
                #expect(!mail.text.contains("353"))
                #expect(host.logins == ["bot:secret"])
                try await poll(until: { try await server.database.results.nextNotice() == nil })
            }
        }
    }

    @Test func `a mail that is not taken is repeated, one that is refused for good is given up`() async throws {
        let host = MailHost()
        try await host.run { port in
            let email = NoticeSettings.Email(
                recipients: ["desk@barber.example"], sender: "bot@barber.example",
                server: MailServer(url: "smtp://127.0.0.1:\(port)", allowsPlain: true))
            try await TestServer.run(Self.setup(NoticeSettings(email: email))) { server in
                host.refuse(with: "450 later")
                try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:ana")))
                await host.until(\.hasRefused)
                await server.log.line(with: "notice failed, retrying")
                await server.turn(by: .minutes(1)) { await host.until { $0.mails.count == 1 } }

                host.refuse(with: "550 unknown")
                try await Self.book(try Phone(on: server, customer: CustomerID("urn:mbid:ben")))
                await host.until(\.hasRefused)
                await server.log.line(with: "notice given up")
                let given = try await server.database.results.givenUpNotices(limit: 10)
                #expect(given.map(\.result.row.number) == [2])
                #expect(given.first?.reason?.contains("550") == true)
                let found18 = try await server.database.results.retryNotices(at: server.clock.now)
                #expect(found18 == 1)
                await server.turn(by: .hours(1)) { await host.until { $0.mails.count == 2 } }
            }
        }
    }

    @Test func `a webhook tells of new rows and of those that a conversation changes, signed`() async throws {
        let desk = Desk()
        try await desk.run { port in
            let webhook = DeskSettings(address: "http://127.0.0.1:\(port)/usher", secret: "shared")
            try await TestServer.run(Self.setup(NoticeSettings(webhook: webhook))) { server in
                let ana = try Phone(on: server, customer: CustomerID("urn:mbid:ana"))
                try await Self.book(ana)
                await desk.until(1)
                let kept = try #require(desk.notices.first)
                #expect(kept.json?["event"] == "kept" && kept.json?["number"] == 1)
                #expect(kept.json?["fields"]?["phone"] == "(private)")
                #expect(kept.signature == webhook.signature(of: kept.body, at: server.clock.now))
                try await ana.says("hello")
                try await ana.afterCall { _ = try await $0.tap(["Cancel"], from: $1) }
                try await ana.afterCall { _ = try await $0.send(text: "Trim", from: $1) }
                await desk.until(2)
                #expect(desk.notices.last?.json?["event"] == "changed")
                #expect(desk.notices.last?.json?["state"] == "cancelled")
            }
        }
    }

    @Test func `a head of a mail has no line breaks of others`() {
        #expect(NoticeMail.word("Harbour Barbers") == "Harbour Barbers")
        #expect(!NoticeMail.word("a\r\nBcc: x@y.example").contains("Bcc"))
        let long = NoticeMail.word(String(repeating: "ä", count: 100))
        #expect(long.split(separator: "\r\n").allSatisfy { $0.count <= 76 })
    }
}

/// A barber's flow that keeps bookings.
enum BarberBot {
    static func bot() throws -> Bot {
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: [
                    SourceFile(path: "Flows/bot.yaml", text: shared), SourceFile(path: "Flows/barber.yaml", text: flow),
                ], assets: [:], version: "1"),
            options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    private static let shared = """
        bot: Barber
        business: Bärber
        zone: Europe/Dublin
        start: barber
        anywhere:
          agent, help, support: barber/person
        hours:
          always:
            Monday to Sunday: 0:00 to 24:00
        people:
          desk:
            hours: always
        if_silent:
          after: 10 minutes
          then: barber/person
        if_other: barber/person
        if_failed: barber/person

        """

    private static let flow = """
        flow: barber
        start: welcome
        results:
          bookings:
            fields:
              service: text
              phone: text
            private: [phone]
            kept_for: 400 days
        steps:
          welcome:
            ask: Hello!
            answers:
              Book a chair: service
              Cancel: mine
          service:
            ask: What shall we do?
            answers: [Trim, Shave, Shave & möre]
            then: phone
          phone:
            ask: How do we reach you?
            text: phone
            private: yes
            then: booked
          booked:
            keep: bookings
            then: thanks
          thanks:
            say: Booked! Your number is {booked.number}.
            then: end
          mine:
            read: bookings
            using:
              state: open
            then: which
          which:
            ask: Which one do you want to cancel?
            answers:
              - each: booking in mine.rows
                id: {booking.row}
                label: {booking.service}
            if_unable: none
            then: gone
          gone:
            change: bookings
            using:
              row: {which.row}
              state: cancelled
            if_failed: none
            then: cancelled
          cancelled:
            say: Cancelled.
            then: end
          none:
            say: There is nothing to cancel.
            then: end
          person:
            say: One moment.
            hand_over: desk

        """
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
