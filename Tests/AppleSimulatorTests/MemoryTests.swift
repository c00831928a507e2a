import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Bounded memory` {
    @Test func `a transcript keeps the newest entries, and their numbers`() async throws {
        try await withSimulator(.with { $0.memory.transcriptEntries = 3 }) { harness in
            let device = try harness.device()
            for id in 1...10 { _ = try await harness.post(Messages.text("Text \(id)", to: device.customer, id: id)) }
            #expect(try await harness.simulator.messages(of: device.id).map(\.number) == [8, 9, 10])
            #expect(try harness.simulator.lastNumber(of: device.id) == 10)
            #expect(try await harness.simulator.messages(of: device.id, after: 9).map(\.number) == [10])
        }
    }

    @Test func `a transcript keeps no more bytes than it may`() async throws {
        try await withSimulator(.with { $0.memory.transcriptBytes = 3000 }) { harness in
            let device = try harness.device()
            let text = String(repeating: "x", count: 1000)
            for id in 1...5 { _ = try await harness.post(Messages.text(text, to: device.customer, id: id)) }
            #expect(try await harness.simulator.messages(of: device.id).map(\.number) == [4, 5])
        }
    }

    @Test func `the log keeps the newest exchanges`() async throws {
        try await withSimulator(.with { $0.memory.logEntries = 2 }) { harness in
            let device = try harness.device()
            for id in 1...5 { _ = try await harness.post(Messages.text(to: device.customer, id: id)) }
            #expect(harness.simulator.log().map(\.number) == [4, 5])
        }
    }

    @Test func `a bounded log finds by number what it has kept`() {
        var log = BoundedLog<Int>(countLimit: 50)
        #expect(log[1] == nil)
        #expect(log.last { _ in true } == nil)
        for number in 1...1000 {
            log.append(number)
            #expect(log.lastNumber == number)
            #expect(log.count == min(number, 50))
            #expect(log.firstNumber == max(1, number - 49))
            #expect(log[number] == number)
            #expect(log[number - 50] == nil)
            #expect(log[number + 1] == nil)
        }
        #expect(Array(log.elements(after: 990)) == Array(991...1000))
        #expect(Array(log.elements(after: 0)) == Array(951...1000))
        #expect(Array(log.elements(after: 1000)).isEmpty)
        #expect(Array(log.elements(after: 5000)).isEmpty)
        #expect(log.last { $0 % 100 == 0 }?.number == 1000)
        #expect(log.last { $0 < 960 }?.element == 959)
        #expect(log.last { $0 < 100 } == nil)
        log[960] = -1
        #expect(log[960] == -1)
        log[10] = 5
        #expect(log[10] == nil)
        log.removeAll()
        #expect(log.count == 0)
        log.append(7)
        #expect(log.lastNumber == 1001)
        #expect(log[1001] == 7)
    }

    @Test func `a bounded log lets go at once of what it no longer keeps`() {
        final class Large: Sendable {}
        var log = BoundedLog<Large>(countLimit: 2)
        weak var first: Large?
        do {
            let large = Large()
            first = large
            log.append(large)
        }
        log.append(Large())
        #expect(first != nil)
        log.append(Large())
        #expect(first == nil)
    }

    @Test func `only the newest ids are remembered`() {
        var taken = TakenMessages(limit: 3)
        for id in ["a", "b", "c"] { #expect(taken.note(id, content: 1) == .new) }
        #expect(taken.note("a", content: 1) == .same)
        #expect(taken.note("a", content: 2) == .different)
        for id in ["d", "e"] { #expect(taken.note(id, content: 1) == .new) }
        #expect(taken.note("c", content: 1) == .same)
        #expect(taken.note("a", content: 1) == .new, "long forgotten")
        #expect(taken.note("c", content: 1) == .new)
    }
}
