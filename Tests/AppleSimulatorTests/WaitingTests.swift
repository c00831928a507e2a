import Concurrency
import CurlClient
import Expressions
import JSON
import TestSupport
import Testing

@testable import AppleSimulator

@Suite struct `Waiting for messages` {
    @Test func `ends at once when something comes`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            async let poll = harness.ask("GET", "/devices/\(device.id)/messages?wait=60")
            try await harness.clock.untilAsleep()
            #expect(try await harness.post(Messages.text("Hello", to: device.customer)).status == 200)
            let answer = try await poll
            #expect(answer.json["messages"]?.array?.map { $0["text"] } == ["Hello"])
            #expect(answer.json["last"] == 1)
        }
    }

    @Test func `does not begin when something is there`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            for id in 1...3 { _ = try await harness.post(Messages.text("Text \(id)", to: device.customer, id: id)) }
            let answer = try await harness.ask("GET", "/devices/\(device.id)/messages?after=1&wait=60")
            #expect(answer.json["messages"]?.array?.map { $0["text"] } == ["Text 2", "Text 3"])
            #expect(answer.json["last"] == 3)
        }
    }

    @Test func `is over after the time it was given, by the clock`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            async let poll = harness.ask("GET", "/devices/\(device.id)/messages?after=0&wait=2.5")
            try await harness.clock.untilAsleep()
            harness.clock.turn(by: .milliseconds(2500))
            let answer = try await poll
            #expect(answer.status == 200)
            #expect(answer.json == ["messages": [], "last": 0])
        }
    }

    @Test func `is not ended by what the customer sends, unless that is asked for`() async throws {
        try await withSimulator(.with { $0.typesBeforeText = false }) { harness in
            let device = try harness.device()
            async let business = harness.simulator.messages(of: device.id, wait: .seconds(60))
            async let both = harness.simulator.messages(of: device.id, withSent: true, wait: .seconds(60))
            try await harness.clock.untilAsleep(2)
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            #expect(try await both.map(\.isReceived) == [false])
            _ = try await harness.post(Messages.text(to: device.customer))
            #expect(try await business.map(\.isReceived) == [true])
        }
    }

    @Test func `is told when the device is taken away`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            async let poll = harness.ask("GET", "/devices/\(device.id)/messages?wait=60")
            try await harness.clock.untilAsleep()
            #expect(try await harness.ask("DELETE", "/devices/\(device.id)").status == 200)
            let answer = try await poll
            #expect(answer.status == 404)
            #expect(answer.reason.contains("was removed"))
        }
    }

    @Test func `is let go when the caller goes away`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let transcript = try harness.simulator.world.device(device.id).transcript
            let waiting = Task { try await harness.ask("GET", "/devices/\(device.id)/messages?wait=60") }
            try await harness.clock.untilAsleep()
            waiting.cancel()
            await #expect(throws: HTTPFailure.self) { try await waiting.value }
            await poll { transcript.waiting == 0 }
        }
    }

    @Test func `many wait for one device`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await harness.simulator.messages(of: device.id, wait: .seconds(60)).count }
                }
                try await harness.clock.untilAsleep(20)
                _ = try await harness.post(Messages.text(to: device.customer))
                for try await count in group { #expect(count == 1) }
            }
        }
    }
}
