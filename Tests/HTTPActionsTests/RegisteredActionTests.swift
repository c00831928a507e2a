import Channels
import Expressions
import FlowEngine
import FlowModel
import Foundation
import TestSupport
import Testing

@testable import HTTPActions

/// The results of actions written in Swift are checked against the file's declarations.
@Suite struct RegisteredActionTests {
    private static let declaration = """
        swift: Price
        takes:
          item: text
        gives:
          price: money
          note: text, optional
          rooms: list of room, optional
        """

    private struct Scripted: RegisteredAction {
        let work: @Sendable (Fields, String) async -> ActionOutcome

        func perform(_ action: Action, inputs: Fields, key: String, zone: Zone) async -> CallAttempt {
            let outcome = await work(inputs, key)
            return CallAttempt(
                result: outcome, reason: "the action reported it", mayTryAgain: outcome == .failed("unreachable"))
        }
    }

    private func calling(
        _ declaration: String = Self.declaration, _ work: @escaping @Sendable (Fields, String) async -> ActionOutcome
    ) throws -> Calling {
        try Calling(declaration, registered: ["Price": Scripted(work: work)])
    }

    @Test func `it gets the inputs and the key`() async throws {
        let calling = try calling { inputs, key in
            .gave(Fields([("price", money("3", "EUR")), ("note", .text("\(key) \(inputs["item"] == .text("Bell"))"))]))
        }
        #expect(
            await calling.call([("item", .text("Bell"))])
                == .gave(Fields([("price", money("3", "EUR")), ("note", .text("key-1 true"))])))
    }

    @Test(arguments: [
        [], [("price", Value.text("3 EUR"))], [("note", .text("x"))],
        [("price", money("3", "EUR")), ("note", .number(1))],
        [("price", money("3", "EUR")), ("rooms", .list([.text("Loft")]))],
        [("price", money("3", "EUR")), ("rooms", .list([.record(Fields([("name", .text("Loft"))]))]))],
    ]) func `a result that is missing or of another type is a bad answer`(fields: [(String, Value)]) async throws {
        let calling = try calling { _, _ in .gave(Fields(fields)) }
        #expect(await calling.call() == .failed("bad answer"))
    }

    @Test func `what is not declared does not come through`() async throws {
        let room = Fields([("name", .text("Loft")), ("price", money("80", "EUR")), ("key", .text("1234"))])
        let calling = try calling { _, _ in
            .gave(Fields([("price", money("3", "EUR")), ("rooms", .list([.record(room)])), ("else", .text("x"))]))
        }
        let held = Fields([("name", .text("Loft")), ("price", money("80", "EUR"))])
        #expect(
            await calling.call() == .gave(Fields([("price", money("3", "EUR")), ("rooms", .list([.record(held)]))])))
    }

    @Test func `its own problem comes through`() async throws {
        let calling = try calling(Self.declaration + "\nretries: 2") { _, _ in .failed("sold out") }
        #expect(await calling.call() == .failed("sold out"))
    }

    @Test func `what was unreachable is tried again`() async throws {
        let calling = try calling(Self.declaration + "\nretries: 2") { _, _ in .failed("unreachable") }
        #expect(try await calling.call(waits: [1, 4]) == .failed("unreachable"))
    }

    @Test func `it has no more time than the file gives`() async throws {
        let calling = try calling(Self.declaration + "\ntimeout: 3 seconds") { _, _ in
            let (stream, held) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            held.finish()
            return .gave(Fields())
        }
        #expect(try await calling.call(waits: [3]) == .failed("timeout"))
    }

    @Test func `what is not registered is refused`() async throws {
        let calling = try Calling(Self.declaration)
        #expect(await calling.call() == .failed("refused"))
        #expect(calling.log.lines.first?.contains("no action `Price` is registered in this server") == true)
    }
}
