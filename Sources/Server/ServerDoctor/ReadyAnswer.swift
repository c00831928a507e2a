package import CurlClient
import JSON
package import Server

/// The response of a running server to the question whether it is ready (`GET /health/ready`).
package enum ReadyAnswer: Sendable, Equatable {
    /// Nothing listens on the port, or it does not respond in time.
    case notRunning
    case ready
    /// The server is ready, and its database does not hold all that was acknowledged.
    case readyAfterLoss(reason: String)
    case notReady(reason: String)
    /// Another program listens on the port.
    case another(reason: String)
    /// The server runs and has stopped sending, because Apple rejects its credentials.
    case sendingStopped(reason: String)

    /// Whether it serves customers.
    package var isReady: Bool {
        switch self {
        case .ready, .readyAfterLoss: true
        case .notRunning, .notReady, .another, .sendingStopped: false
        }
    }

    /// Asks the server of these settings, on this machine; about one bot, if they are those of a bot in a folder.
    ///
    /// - Parameter address: where it listens, unless that is in the settings.
    package static func ask(
        _ settings: ServerSettings, at address: ListeningAddress? = nil, _ client: any HTTPSender
    ) async -> ReadyAnswer {
        let query = settings.bot == .main ? "" : "?bot=\(settings.bot)"
        var request = HTTPRequest("GET", "\((address ?? settings.address).origin)/health/ready\(query)")
        request.timeout = .seconds(5)
        guard let response = try? await client.send(request) else { return .notRunning }
        let body = String(decoding: response.body, as: UTF8.self)
        let answer = try? JSONValue(parsing: response.body)
        let reason = answer?["error"]?["reason"]?.string.map { String($0.prefix(500)) } ?? String(body.prefix(200))
        if answer?["sending_stopped"] != nil { return .sendingStopped(reason: reason) }
        if response.status == 200 {
            return lost(in: answer).map { ReadyAnswer.readyAfterLoss(reason: $0) } ?? .ready
        }
        let isUsher = answer?["flows"] != nil || answer?["bots"] != nil
        return isUsher ? .notReady(reason: reason) : .another(reason: reason)
    }

    /// What a server reports as lost, for one bot or for the first of several.
    private static func lost(in answer: JSONValue?) -> String? {
        let all = answer.map { [$0] + ($0["bots"]?.array ?? []) } ?? []
        return all.compactMap { $0["lost"]?["reason"]?.string }.first
    }
}

extension ServerSettings {
    /// The address at which a server with these settings listens, unless it gets a socket from systemd.
    package var address: ListeningAddress { ListeningAddress(host: host, port: port) }
}
