import Expressions
import JSON
import TestSupport
import Testing

@testable import AppleSimulator

@Suite struct `SeededRandom` {
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
