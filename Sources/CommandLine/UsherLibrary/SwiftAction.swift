import Foundation
import HTTPActions
import JSON

/// An action registered in Swift, which converts between its `Codable` types and the types of flows.
struct SwiftAction: Sendable {
    let action: JSONAction

    init<Inputs: Decodable & SendableMetatype, Results: Encodable & SendableMetatype>(
        _ work: @escaping @Sendable (Inputs, String) async throws -> Results
    ) {
        action = JSONAction { json, key async throws(JSONAction.Failure) in
            let inputs: Inputs
            do {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                inputs = try decoder.decode(Inputs.self, from: Data(json.bytes))
            } catch {
                throw JSONAction.Failure(
                    "refused", because: "its inputs cannot be decoded as \(Inputs.self): \(Self.place(error))")
            }
            do {
                let encoder = JSONEncoder()
                encoder.dateEncodingStrategy = .iso8601
                return try JSONValue(parsing: [UInt8](encoder.encode(try await work(inputs, key))))
            } catch let problem as ActionProblem {
                throw JSONAction.Failure(problem.name, because: "the action reported it")
            } catch {
                // Only the error's type is logged, because its description may contain customer data.
                throw JSONAction.Failure(nil, because: "it threw \(type(of: error))", mayTryAgain: true)
            }
        }
    }

    /// Returns where the inputs do not match the type, without the values found there.
    private static func place(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "`\(path(context.codingPath))` is of another type"
        default: "they cannot be read"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }
}

/// An expected failure of an action, with a name: the flow continues with `if_failed`, and can read the name in
/// `{step.problem}`.
public struct ActionProblem: Error, Equatable {
    /// The name of the failure, as flows read it.
    public let name: String

    /// Creates a failure.
    ///
    /// - Parameter name: the name of the failure, as flows read it.
    public init(_ name: String) { self.name = name }
}
