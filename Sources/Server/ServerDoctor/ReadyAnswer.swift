import ConversationRuntime
package import CurlClient
import JSON
package import Server

/// The response of a running server to the question whether it is ready (`GET /health/ready`).
package enum ReadyAnswer: Sendable, Equatable {
    /// Nothing listens on the port.
    case notRunning
    /// What listens on the port does not answer in time, such as a process that stands still.
    case silent
    case ready
    /// The server is ready, and its database does not hold all that was acknowledged.
    case readyAfterLoss(reason: String)
    /// - lost: what its database does not hold of what was acknowledged; `nil` when it holds all.
    case notReady(reason: String, lost: String? = nil)
    /// Another program listens on the port.
    case another(reason: String)
    /// The server runs and has stopped sending, because Apple rejects its credentials.
    ///
    /// - lost: what its database does not hold of what was acknowledged; `nil` when it holds all.
    case sendingStopped(reason: String, lost: String? = nil)

    /// Whether it serves customers.
    package var isReady: Bool {
        switch self {
        case .ready, .readyAfterLoss: true
        case .notRunning, .silent, .notReady, .another, .sendingStopped: false
        }
    }

    /// What the server reports as lost; `nil` when it reports nothing.
    package var lost: String? {
        switch self {
        case .readyAfterLoss(let reason): reason
        case .notReady(_, let lost), .sendingStopped(_, let lost): lost
        case .notRunning, .silent, .ready, .another: nil
        }
    }

    /// The most characters that are shown of a reason. That of commits which wait for a standby has about 500.
    private static let longest = 1_000

    private static let longestLine = 100

    /// The seconds that a server has for its answer.
    private static let patience = 5

    /// What is wrong with a process that does not answer.
    package static func silence(at address: ListeningAddress) -> String {
        "a process at \(address) does not answer within \(patience) seconds: it stands still"
    }

    /// Asks the server of these settings, on this machine; about one bot, if they are those of a bot in a folder.
    ///
    /// - Parameter address: where it listens, unless that is in the settings.
    package static func ask(
        _ settings: ServerSettings, at address: ListeningAddress? = nil, _ client: any HTTPSender
    ) async -> ReadyAnswer {
        await asked(settings, at: address ?? settings.address, client).answer
    }

    /// Asks the server of these settings at an address, also where its data are.
    static func asked(
        _ settings: ServerSettings, at address: ListeningAddress, _ client: any HTTPSender
    ) async -> AskedAddress {
        do throws(HTTPFailure) {
            let response = try await response(settings, at: address, client)
            return AskedAddress(
                address: address, answer: ReadyAnswer(response), usesPostgreSQL: usesPostgreSQL(response))
        } catch {
            return AskedAddress(address: address, answer: ReadyAnswer(error), usesPostgreSQL: false)
        }
    }

    private static func response(
        _ settings: ServerSettings, at address: ListeningAddress, _ client: any HTTPSender
    ) async throws(HTTPFailure) -> HTTPResponse {
        let query = settings.bot == .main ? "" : "?bot=\(settings.bot)"
        var request = HTTPRequest("GET", "\(address.origin)/health/ready\(query)")
        request.timeout = .seconds(patience)
        return try await client.send(request)
    }

    private static func usesPostgreSQL(_ response: HTTPResponse) -> Bool {
        guard let answer = try? JSONValue(parsing: response.body) else { return false }
        return (answer["bots"]?.array ?? [answer]).allSatisfy { $0["database"]?.string == "postgresql" }
    }

    /// A process that stands still is connected by its machine, until that has too many connections waiting.
    private init(_ failure: HTTPFailure) {
        switch failure {
        case .timedOut: self = .silent
        case .interrupted, .badRedirect, .tooLarge: self = .another(reason: "\(failure)")
        default: self = .notRunning
        }
    }

    private init(_ response: HTTPResponse) {
        let body = String(decoding: response.body, as: UTF8.self)
        let answer = try? JSONValue(parsing: response.body)
        let given = answer?["error"]?["reason"]?.string
        let isUsher = answer?["flows"] != nil || answer?["bots"] != nil
        let reason = given.map(Self.shortened) ?? Self.begun(body)
        let lost = Self.lost(in: answer)
        if response.status == 200, isUsher {
            self = lost.map { ReadyAnswer.readyAfterLoss(reason: $0) } ?? .ready
        } else if Self.isSendingAlone(in: answer, because: given) {
            self = .sendingStopped(reason: reason, lost: lost)
        } else {
            self = isUsher ? .notReady(reason: reason, lost: lost) : .another(reason: reason)
        }
    }

    /// The first line of what another program answers, such as a page of it.
    private static func begun(_ body: String) -> String {
        let line = body.split(whereSeparator: \.isNewline).first.map { String($0.prefix(longestLine)) } ?? ""
        return line.isEmpty ? "it answers without a reason" : line
    }

    /// A reason that is not too long to be read, which ends with a word.
    private static func shortened(_ reason: String) -> String {
        guard reason.count > longest else { return reason }
        let start = reason.prefix(longest)
        return "\(start[..<(start.lastIndex(of: " ") ?? start.endIndex)])…"
    }

    /// Whether Apple's rejection of the credentials is all that keeps the server from being ready: a database that does not
    /// respond stops sending as well.
    private static func isSendingAlone(in answer: JSONValue?, because reason: String?) -> Bool {
        let causes = parts(of: answer).compactMap { $0["causes"]?.array }
        if !causes.isEmpty { return causes.allSatisfy { $0 == [.string(UnreadyCause.credentials.rawValue)] } }
        // Earlier versions name no causes.
        guard let stopped = answer?["sending_stopped"]?.string, !stopped.hasPrefix(Conversations.absence) else {
            return false
        }
        return reason?.hasPrefix("sending is paused: ") == true
    }

    /// What a server reports as lost, for one bot or for the first of several.
    private static func lost(in answer: JSONValue?) -> String? {
        parts(of: answer).compactMap { $0["lost"]?["reason"]?.string }.first
    }

    /// The answer as a whole, and what it says of each of several bots.
    private static func parts(of answer: JSONValue?) -> [JSONValue] {
        answer.map { [$0] + ($0["bots"]?.array ?? []) } ?? []
    }
}

extension ServerSettings {
    /// The address at which a server with these settings listens, unless it gets a socket from systemd.
    package var address: ListeningAddress { ListeningAddress(host: host, port: port) }
}
