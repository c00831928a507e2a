import Concurrency
import Expressions
import JSON
import Testing

@testable import AppleSimulator

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
        try await withSimulator(
            .with {
                $0.webhookTimeout = .milliseconds(50)
                $0.typesBeforeText = false
            }
        ) { harness in
            harness.receiver.hold(true)
            let outcome = try await harness.simulator.send(text: "Hello", from: try harness.device().id)
            #expect(outcome.posts[0].failure?.contains("timeout") == true)
            harness.receiver.hold(false)
        }
    }

    @Test func `a server that is not there is told as it is`() async throws {
        try await withSimulator(.with { $0.typesBeforeText = false }) { harness in
            try await harness.simulator.register(
                Business(
                    id: Harness.business, mspID: Harness.mspID, secret: Harness.secret, webhook: "http://127.0.0.1:1"))
            let outcome = try await harness.simulator.send(text: "Hello", from: try harness.device().id)
            #expect(outcome.posts[0].failure?.contains("could not be reached") == true)
        }
    }
}

extension WebhookPost {
    fileprivate var failure: String? {
        if case .failed(let reason) = result { reason } else { nil }
    }
}

extension WebhookPost.Result {
    fileprivate var status: Int? {
        if case .answered(let status, _) = self { status } else { nil }
    }
}
