import AppleSimulator
import Channels
import Concurrency
import Expressions
import FakeStore
import Foundation
import JSON
import TestSupport
import Testing

/// Answers of forms, apps and maps, through the whole server.
@Suite struct FormReplyTests {
    private static let filled = [
        "make": ["Gazelle"], "insured": ["Yes"], "insurer": ["Allianz"], "day": ["2026-11-01"],
    ]
    private static let told = ["We tell Allianz of your Gazelle, bought on 1 November 2026."]

    /// Runs a conversation in which the form has been shown.
    private func withForm(
        wire: WireHabits? = nil, _ work: @Sendable (TestServer, Phone) async throws -> Void
    ) async throws {
        try await TestServer.run(FormShop.setup) { server in
            let phone = try Phone(on: server, wire: wire)
            try await phone.says("Hi", shows: ["form: "])
            try await work(server, phone)
        }
    }

    @Test func `a filled form branches the flow`() async throws {
        try await withForm { server, phone in
            try await phone.fills(Self.filled, shows: Self.told)
            #expect(server.simulator.log().filter { $0.side == .preDownload }.isEmpty)
        }
    }

    @Test func `pages that branching passes by are not missed`() async throws {
        try await withForm { _, phone in
            try await phone.fills(
                ["make": ["Gazelle"], "insured": ["No"], "day": ["2026-11-01"]],
                shows: ["Thank you, a Gazelle, bought on 1 November 2026."])
        }
    }

    // By reference.

    /// Filled so that the reply has about 200 KB.
    private static let long = FormShop.storyPages.reduce(into: filled) { pages, page in
        pages[page] = [String(repeating: "a long story", count: 830)]
    }

    private static var archive: WireHabits {
        var wire = WireHabits()
        wire.largeReplies = .archive
        return wire
    }

    private static var bare: WireHabits {
        var wire = WireHabits()
        (wire.decoded, wire.referenceKey, wire.size) = (.bare, .dataRefSig, .text)
        return wire
    }

    @Test(arguments: [WireHabits(), bare, archive])
    func `a reply of 200 KB comes by reference and branches the flow`(_ wire: WireHabits) async throws {
        try await withForm(wire: wire) { server, phone in
            try await phone.fills(Self.long, shows: Self.told)
            #expect(server.simulator.log().filter { $0.side == .decodePayload }.map(\.status) == [200])
        }
    }

    @Test(arguments: [WireHabits(), archive])
    func `also where Apple refuses to decode it`(_ wire: WireHabits) async throws {
        try await withForm(wire: wire) { server, phone in
            try server.simulator.add(FaultRule(on: .decodePayload, .status(403)))
            try await phone.fills(Self.long, shows: Self.told)
        }
    }

    @Test func `also where Apple is in trouble for a moment`() async throws {
        try await withForm { server, phone in
            try server.simulator.add(FaultRule(on: .decodePayload, .status(500), count: 1))
            try server.simulator.add(FaultRule(on: .preDownload, .status(503), count: 1))
            try await phone.fills(Self.long, shows: Self.told)
            #expect(server.simulator.log().filter { $0.side == .decodePayload }.map(\.status) == [500, 200])
        }
    }

    @Test(arguments: [FaultRule.Kind.lateAnswer(.seconds(299)), .status(500)])
    func `also where Apple is late or stays in trouble`(_ kind: FaultRule.Kind) async throws {
        try await withForm { server, phone in
            try server.simulator.add(FaultRule(on: .decodePayload, kind))
            let shown = try await phone.after { simulator, device in
                async let outcome = simulator.fill(Self.long, from: device)
                try await server.clock.untilSomebodySleeps(until: Account.now + .seconds(20))
                if case .lateAnswer(let length) = kind {
                    try await server.clock.untilSomebodySleeps(until: Account.now + length)
                } else {
                    await poll { server.log.lines.contains(where: { $0.contains("not decoded yet") }) }
                }
                server.clock.turn(by: .seconds(20))
                #expect(try await outcome.isDelivered)
            }
            #expect(shown == Self.told)
        }
    }

    private static let lost = ["Your answers did not reach us.", "One moment."]

    @Test(arguments: [FaultRule.Side.preDownload, .download])
    func `a reply that cannot be had takes the exit for failures`(_ side: FaultRule.Side) async throws {
        try await withForm { server, phone in
            try server.simulator.add(FaultRule(on: side, .status(404)))
            try await phone.fills(Self.long, shows: Self.lost)
            #expect(server.log.lines.contains { $0.contains("download of a referenced message failed") })
            #expect(!server.log.lines.joined().contains("a long story"))
        }
    }

    @Test func `a reply that comes again is not fetched again`() async throws {
        try await FakeStore.run { store, gateway in
            var setup = try FormShop.setup
            setup.gateway = gateway
            try await TestServer.run(setup) { server in
                var hello = Webhook.text("Hi")
                hello.headers["capability-list"] = "QUICK,LIST,TIME,FORM"
                #expect(try await hello.post(to: server).outcome == "accepted")
                let data = #"{"data":{"dynamic":{"selections":[]}}}"#
                let reference = JSONObject(
                    try store.keep(Array(data.utf8)).sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
                let reply = Webhook(Webhook.message("interactive", ["interactiveDataRef": .object(reference)]))
                let outcomes = [try await reply.post(to: server).outcome, try await reply.post(to: server).outcome]
                #expect(outcomes == ["accepted", "repeated"])
                #expect(store.count(of: .preDownload) == 1 && store.count(of: .decodePayload) == 1)
            }
        }
    }

    // Places and apps.

    @Test(arguments: [DeviceKind.iphone, .mac])
    func `a shared place answers a question for one`(_ kind: DeviceKind) async throws {
        try await TestServer.run(FormShop.setup) { server in
            let phone = try Phone(kind, on: server)
            try await phone.says("place")
            let place = try SharedPlace(latitude: 52.5, longitude: 13.4, name: "Bell Shop")
            let shown = try await phone.after { _ = try await $0.share(place, from: $1) }
            #expect(shown == ["We come to Bell Shop."])
        }
    }

    @Test func `an app answers its question, and one that nobody asked nothing`() async throws {
        try await TestServer.run(FormShop.setup) { server in
            let phone = try Phone(on: server)
            try await phone.says("seats")
            let bid =
                "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.seats.MessagesExtension"
            let outcome = try await server.simulator.start(app: bid, url: "?seat=9", from: phone.device.id)
            #expect(outcome.posts.last?.answer?["outcome"] == "ignored")
            let shown = try await phone.after { _ = try await $0.answer(app: "?seat=12%20A&row=7", from: $1) }
            #expect(shown == ["Seat 12 A."])
        }
    }

    // Reactions.

    @Test(arguments: [
        (nil, Reaction.liked), (nil, .emoji("🎉")), ("de_DE", .liked), ("fr_FR", .disliked), ("es_ES", .emoji("🎉")),
    ])
    func `a reaction to what was sent is none of the customer's words`(
        _ locale: String?, _ reaction: Reaction
    ) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, locale: locale)
            try await phone.says("Hi")
            try await phone.says("hours")
            let said = try #require(
                try await server.simulator.messages(of: phone.device.id).last { $0.shown.hasPrefix("We are open") })
            let outcome = try await server.simulator.react(reaction, to: said.messageID, from: phone.device.id)
            #expect(outcome.posts.last?.answer == ["outcome": "ignored", "reason": "a tapback"])
        }
    }

    @Test func `words in the form of a reaction that fit none of the answers change nothing, and are in the history`()
        async throws
    {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.says("Liked “my bike”", shows: [])
            #expect(try await server.metrics()["usher_events_total{kind=\"reaction\"}"] == 1)
            #expect(try Tables(server.databasePath)["history"].count == 2)
            #expect(try await phone.taps("Book a repair").count == 1, "the question is as open as before")
        }
    }

    // Several devices.

    @Test func `a second device that answers the same bubble after the end changes nothing`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            let mac = try Phone(.mac, on: server, customer: phone.device.customer)
            try await phone.says("Hi")
            try await phone.taps("Book a repair")
            try await phone.taps("Brakes")
            try await phone.picks(.first, shows: ["Booked! Brakes on 3 December 2026 at 9:00."])
            server.clock.turn(by: .hours(2))
            let shown = try await mac.after { simulator, device in
                let outcome = try await simulator.pick(.first, from: device)
                #expect(outcome.posts.last?.answer == ["outcome": "ignored", "reason": "the same tap again"])
            }
            #expect(shown == [])
        }
    }

    @Test func `what is asked follows the device that was written from last`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            #expect(try await phone.says("Hi").last?.hasPrefix("quick-reply: ") == true)
            let watch = try Phone(on: server, customer: phone.device.customer, capabilities: [])
            #expect(try await watch.says("hm").last?.contains("1 Book a repair") == true)
            #expect(try await phone.says("hm").last?.hasPrefix("quick-reply: ") == true)
        }
    }
}

extension WebhookPost {
    /// The server's response.
    fileprivate var answer: JSONValue? {
        if case .answered(_, let body) = result { try? JSONValue(parsing: body) } else { nil }
    }
}
