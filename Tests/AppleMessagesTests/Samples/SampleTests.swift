import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// Apple's own samples (Interactive Message Types; Rich Link Message), each reproduced field by field from a flow.
///
/// The fixtures were written by hand after Apple's documents, without their mistakes: `appId` is a number, pages have
/// short keyboard names and days in their own format, bubbles are beside `bid`.
@Suite struct SampleTests {
    static let names = ["quick-reply", "list-picker", "time-picker", "form", "rich-link", "app", "payment"]

    @Test(arguments: names) func `a sample of Apple comes out of a flow, field by field`(_ name: String) async throws {
        let found = try await Sample(name).written()
        let wanted = try Fixtures.json("Samples/\(name).json")
        #expect(differences(found, wanted, name) == [])
    }

    @Test(arguments: names) func `a sample says what Apple requires, and nothing that Apple does not know`(
        _ name: String
    ) async throws {
        let structure = try DocumentedStructure(Fixtures.text("Outbound/documented-structure.txt"))
        let envelope: JSONObject = ["v": 1, "id": "a", "sourceId": "b", "destinationId": "c"]
        let body = JSONValue.object(envelope.overlaid(with: try await Sample(name).written().object ?? [:]))
        #expect(structure.complaints(about: body, at: name == "app" ? "app" : "message") == [])
    }

    @Test func `what stands before a bubble is said as a text`() async throws {
        let bodies = try await Sample("quick-reply").bodies()
        #expect(bodies.map { $0["type"]?.string } == ["text", "interactive"])
    }

    /// Returns the paths at which two values differ, regardless of the order of their keys. The request identifier is
    /// new in each conversation, and `*` in a fixture matches any value.
    private func differences(_ found: JSONValue, _ wanted: JSONValue, _ path: String) -> [String] {
        switch (found, wanted) {
        case (_, "*"): return []
        case (.object(let found), .object(let wanted)):
            let keys = Set(found.keys).union(wanted.keys)
            return keys.sorted().flatMap { key -> [String] in
                guard let mine = found[key] else { return ["\(path).\(key) is missing"] }
                guard let theirs = wanted[key] else { return ["\(path).\(key) is too much"] }
                return differences(mine, theirs, "\(path).\(key)")
            }
        case (.array(let found), .array(let wanted)) where found.count == wanted.count:
            return zip(found, wanted).enumerated().flatMap { differences($1.0, $1.1, "\(path)[\($0)]") }
        default: return found == wanted ? [] : ["\(path) is \(found.text), not \(wanted.text)"]
        }
    }
}
