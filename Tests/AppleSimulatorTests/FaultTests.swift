import CurlClient
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Faults at the gateway` {
    @Test func `a status is answered, and nothing is taken, as often as said`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.text(to: device.customer)
            harness.simulator.add(try FaultRule(on: .gateway, .status(500), count: 2))
            let first = try await harness.post(message)
            #expect(first.status == 500)
            #expect(first.json["error"]?["code"] == "fault")
            #expect(try await harness.post(message, headers: ["authorization": nil]).status == 500, "before all checks")
            #expect(try await harness.simulator.messages(of: device.id).isEmpty)
            #expect(try await harness.post(message).status == 200)
            #expect(harness.simulator.log().map(\.fault) == ["status", "status", nil])
            #expect(harness.simulator.faults.active.isEmpty, "it is used up")
        }
    }

    @Test(arguments: [(FaultRule.Kind.dropBefore, 0), (.dropAfter, 1)])
    func `a dropped connection has no answer`(_ row: (FaultRule.Kind, Int)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.text(to: device.customer)
            harness.simulator.add(try FaultRule(on: .gateway, row.0, count: 1))
            await #expect(throws: HTTPFailure.self) { try await harness.post(message) }
            #expect(try await harness.simulator.messages(of: device.id).count == row.1)
            let log = harness.simulator.log()
            #expect(log.map(\.fault) == [row.0.word])
            #expect(log.map(\.status) == [row.1 == 0 ? nil : 200])

            #expect(try await harness.post(message).status == 200, "the sender tries again")
            #expect(try await harness.simulator.messages(of: device.id).count == 1)
            #expect(harness.simulator.log().last?.isRepeat == (row.1 == 1))
        }
    }

    @Test func `a delay ends when the clock is turned`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .gateway, .delay(.seconds(10)), count: 1))
            async let late = harness.post(Messages.text("late", to: device.customer, id: 1))
            try await harness.clock.untilAsleep()
            #expect(try await harness.post(Messages.text("early", to: device.customer, id: 2)).status == 200)
            harness.clock.turn(by: .seconds(10))
            #expect(try await late.status == 200)
            let texts = try await harness.simulator.messages(of: device.id).map { $0.json(withPayload: false)["text"] }
            #expect(texts == ["early", "late"])
        }
    }

    @Test func `a fault can be for one customer`() async throws {
        try await withSimulator { harness in
            let (ana, ben) = (try harness.device(), try harness.device())
            harness.simulator.add(try FaultRule(on: .gateway, .status(503), count: 1, customer: ben.customer))
            #expect(try await harness.post(Messages.text(to: ana.customer)).status == 200)
            #expect(try await harness.post(Messages.text(to: ben.customer)).status == 503)
        }
    }
}

@Suite struct `Faults of webhooks` {
    @Test func `typing signals are spared`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .dropBefore, count: 1))
            let outcome = try await harness.simulator.send(text: "Hello", from: device.id)
            #expect(!outcome.isDelivered)
            #expect(outcome.posts.map(\.fault) == ["drop-before"])
            #expect(harness.receiver.webhooks.map { $0.body["type"] } == ["typing_start"])
        }
    }

    @Test(arguments: [FaultRule.Kind.dropAfter, .status(502)])
    func `the business takes a webhook and Apple does not know`(_ kind: FaultRule.Kind) async throws {
        try await withSimulator(redelivery: .init(attempts: 1, wait: .seconds(20))) { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, kind, count: 1))
            async let outcome = harness.simulator.send(text: "Hello", from: device.id)
            try await harness.clock.untilAsleep()
            #expect(harness.receiver.webhooks(of: "text").count == 1)
            harness.clock.turn(by: .seconds(20))
            let posts = try await outcome.posts
            #expect(posts.map(\.attempt) == [1, 2])
            #expect(posts.map(\.fault) == [kind.word, nil])
            #expect(posts.map(\.isTaken) == [false, true])
            let ids = harness.receiver.webhooks(of: "text").map { $0.body["id"] }
            #expect(ids.count == 2)
            #expect(Set(ids).count == 1, "a redelivery has the same id")
        }
    }

    @Test func `a webhook that was refused is posted again as often as agreed, by the clock`() async throws {
        try await withSimulator(redelivery: .init(attempts: 2, wait: .seconds(5))) { harness in
            let device = try harness.device()
            harness.receiver.answer(200, 500, 404, 500)
            async let outcome = harness.simulator.send(text: "Hello", from: device.id)
            for wait in 1...2 {
                try await harness.clock.untilAsleep(wait)
                harness.clock.turn(by: .seconds(5))
            }
            #expect(try await outcome.posts.map(\.result).map(\.status) == [500, 404, 500])
            #expect(try await !outcome.isDelivered)
            #expect(harness.simulator.log().compactMap(\.attempt) == [1, 1, 2, 3])
        }
    }

    @Test func `a delayed webhook is posted when the clock is turned`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .delay(.seconds(3)), count: 1))
            async let outcome = harness.simulator.send(text: "Hello", from: device.id)
            try await harness.clock.untilAsleep()
            #expect(harness.receiver.webhooks(of: "text").isEmpty)
            harness.clock.turn(by: .seconds(3))
            #expect(try await outcome.isDelivered)
            #expect(harness.receiver.webhooks(of: "text").count == 1)
        }
    }

    @Test func `a double tap has two ids and one session, and strikes taps alone`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .doubleTap(after: .seconds(1)), count: 1))
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            async let outcome = harness.simulator.tap(["city"], from: device.id)
            try await harness.clock.untilAsleep()
            harness.clock.turn(by: .seconds(1))
            #expect(try await outcome.isDelivered)

            let taps = harness.receiver.webhooks(of: "interactive")
            #expect(taps.count == 2)
            #expect(Set(taps.map { $0.body["id"] }).count == 2)
            #expect(taps[0].headers["id"] != taps[1].headers["id"])
            #expect(taps[0].body["interactiveData"] == taps[1].body["interactiveData"])
            #expect(try await outcome.posts.map(\.messageID) == taps.compactMap { $0.body["id"]?.string })
        }
    }

    @Test func `a server that does not answer is given up after the time it has`() async throws {
        try await withSimulator({
            $0.webhookTimeout = .milliseconds(50)
            $0.typesBeforeText = false
        }) { harness in
            harness.receiver.hold(true)
            let outcome = try await harness.simulator.send(text: "Hello", from: try harness.device().id)
            #expect(outcome.posts.map(\.result) == [.failed("time ran out before the answer was complete")])
            harness.receiver.hold(false)
        }
    }

    @Test func `a server that is not there is told as it is`() async throws {
        try await withSimulator({ $0.typesBeforeText = false }) { harness in
            try await harness.simulator.register(
                Business(
                    id: Harness.business, mspID: Harness.mspID, secret: Harness.secret, webhook: "http://127.0.0.1:1"))
            let outcome = try await harness.simulator.send(text: "Hello", from: try harness.device().id)
            guard case .failed(let reason) = outcome.posts[0].result else {
                Issue.record("somebody answered")
                return
            }
            #expect(reason.contains("could not be reached"))
        }
    }
}

@Suite struct `Chance` {
    @Test func `strikes the same messages in every run, whoever else is talking`() throws {
        func run(seed: UInt64, others: Int) throws -> [Bool] {
            let faults = Faults(seed: seed)
            _ = faults.add(try FaultRule(on: .gateway, .status(500), probability: 0.3))
            return (0..<200).map { _ in
                for other in 0..<others { _ = faults.strike(.gateway, CustomerID("urn:mbid:\(other)")) }
                return faults.strike(.gateway, "urn:mbid:ana") != nil
            }
        }
        let first = try run(seed: 1, others: 0)
        #expect(try run(seed: 1, others: 0) == first)
        #expect(try run(seed: 1, others: 3) == first)
        #expect(try run(seed: 2, others: 0) != first)
        #expect((30...90).contains(first.count { $0 }))
    }

    @Test func `begins again when the faults are switched off`() throws {
        let faults = Faults(seed: 5)
        func run() throws -> [Bool] {
            _ = faults.add(try FaultRule(on: .webhook, .dropBefore, probability: 0.5))
            defer { faults.removeAll() }
            return (0..<50).map { _ in faults.strike(.webhook, "urn:mbid:ana") != nil }
        }
        #expect(try run() == run())
    }

    @Test func `with a count strikes no more than that`() throws {
        let faults = Faults(seed: 5)
        _ = faults.add(try FaultRule(on: .webhook, .dropBefore, count: 4, probability: 0.5))
        #expect((0..<100).count { _ in faults.strike(.webhook, "urn:mbid:ana") != nil } == 4)
    }

    @Test func `gives customers ids that depend on the seed, and messages ids that depend on the start too`() {
        let (first, again) = (
            IdentifierSource(seed: 1, start: Harness.start), IdentifierSource(seed: 1, start: Harness.start)
        )
        let later = IdentifierSource(seed: 1, start: Harness.start + .seconds(1))
        let customers = (0..<20).map { _ in first.customer() }
        #expect(customers == (0..<20).map { _ in again.customer() })
        #expect(customers == (0..<20).map { _ in later.customer() })
        #expect(Set(customers).count == 20)
        for customer in customers {
            #expect(customer.count == 169)
            #expect(customer.hasPrefix("urn:mbid:"))
            #expect(["/", "+", "="].allSatisfy { customer.contains($0) })
        }
        let messages = (0..<20).map { _ in first.uuid() }
        #expect(messages == (0..<20).map { _ in again.uuid() })
        #expect(Set(messages).isDisjoint(with: (0..<20).map { _ in later.uuid() }))
        for message in messages { #expect(message.wholeMatch(of: uuid) != nil, "\(message)") }
    }

    private var uuid: Regex<Substring> { /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/ }
}

extension WebhookPost.Result {
    fileprivate var status: Int? {
        if case .answered(let status, _) = self { status } else { nil }
    }
}
