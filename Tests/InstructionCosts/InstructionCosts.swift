import SQLiteStorage

/// Repeats one part of what an event costs a server, so that `callgrind` can count its instructions; `Benchmarks/instructions`.
///
/// usage: InstructionCosts PART TIMES
///
/// The cost of one time is the difference of two runs, divided by how many times more the second one took.
@main
struct InstructionCosts {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let part = arguments.first.flatMap(Part.init),
            let times = Int(arguments.last ?? ""), times > 0
        else {
            throw Usage(
                description: "usage: InstructionCosts \(Part.allCases.map(\.rawValue).joined(separator: "|")) TIMES")
        }
        SQLiteDatabase.omitStatistics()
        try await part.perform(times)
    }

    struct Usage: Error, CustomStringConvertible {
        let description: String
    }
}

/// A part of what an event costs.
enum Part: String, CaseIterable {
    /// Apple's post, to an arrival: token, gzip, JSON.
    case webhook
    /// The same with a token that the server has not seen before.
    case token
    /// An answer through the engine, to the next question.
    case turn
    /// A turn with its session, history and message to rows, and the session back.
    case rows
    /// A message in Apple's form to the gateway: its JSON and the request.
    case delivery
    /// The request alone, by libcurl.
    case request
    /// A conversation of five events, from arrivals to messages that have left the outbox.
    case conversation

    func perform(_ times: Int) async throws {
        switch self {
        case .webhook: try await WebhookCost(tokens: 1).perform(times)
        // As many in each run, so that making them does not count.
        case .token: try await WebhookCost(tokens: 1_000).perform(times)
        case .turn: try TurnCost().perform(times)
        case .rows: try await RowsCost().perform(times)
        case .delivery: try await DeliveryCost().perform(times)
        case .request: try await RequestCost().perform(times)
        case .conversation: try await ConversationCost().perform(times)
        }
    }
}

/// Something that did not happen as a part of the measurement takes for granted.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
