import AppleMessages
import Channels
import HTTPTypes
import Hummingbird
import NIOCore

/// Passes each request to the bot that it is for.
///
/// A server with one bot passes all to it, whatever their host.
struct BotResponder: HTTPResponder {
    /// A bot and what answers its requests.
    struct Entry: Sendable {
        let name: BotName
        let responder: RouterResponder<BasicRequestContext>
        let health: HealthRoutes
        /// Reads Apple's webhooks; `nil` for a bot that is not connected to Apple.
        let webhook: AppleWebhook?
        let state: HostedState
    }

    private let choice: BotChoice
    private let entries: [Entry]
    private let clock: any WallClock

    init(_ choice: BotChoice, _ entries: [Entry], clock: any WallClock) {
        self.choice = choice
        self.entries = entries
        self.clock = clock
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let words = request.uri.path.split(separator: "/")
        if entries.count == 1 { return try await respondAlone(to: request, words, context) }
        let host = request.head.authority
        switch words.first {
        case "message":
            var request = request
            let index = try await bot(ofMessage: &request)
            return try await pass(request, to: index, context)
        case "health" where words.count == 2 && words.last == "ready" && request.method == .get:
            return ready(request)
        case "health": return try await entries[0].responder.respond(to: request, context: context)
        case "chat", "sign-in", "apple-pay", "pay":
            return try await pass(request, to: choice.bot(ofPageAt: host), context)
        case "admin", "metrics":
            let name = request.uri.queryParameters["bot"].map { String($0) }
            let plain = name == nil ? request : request.withoutParameter("bot")
            return try await pass(plain, to: choice.bot(ofOperator: name, at: host), context)
        default: return try await pass(request, to: choice.bot(ofOperator: nil, at: host), context)
        }
    }

    /// Answers for the only bot, whatever the host is. Who names a bot means that one, or one that is not here.
    private func respondAlone(
        to request: Request, _ words: [Substring], _ context: BasicRequestContext
    ) async throws -> Response {
        let namesBots = ["admin", "metrics"].contains(words.first) || words == ["health", "ready"]
        guard namesBots, let name = request.uri.queryParameters["bot"] else {
            return try await entries[0].responder.respond(to: request, context: context)
        }
        guard name == entries[0].name.text else {
            return try await pass(request, to: .unknownBot(String(name)), context)
        }
        return try await entries[0].responder.respond(to: request.withoutParameter("bot"), context: context)
    }

    private func pass(
        _ request: Request, to outcome: BotChoice.Outcome, _ context: BasicRequestContext
    ) async throws -> Response {
        switch outcome {
        case .bot(let index): return try await pass(request, to: index, context)
        case .unknownHost:
            return .refusal(
                .misdirectedRequest,
                "no bot of this server has this host; `server.public_url` of each bot says its host")
        case .unknownBot: return .refusal(.notFound, "this server has no bot of this name")
        }
    }

    private func pass(_ request: Request, to index: Int, _ context: BasicRequestContext) async throws -> Response {
        let entry = entries[index]
        guard entry.state.stopReason == nil else {
            var response = Response.refusal(
                .serviceUnavailable, "the bot `\(entry.name)` has stopped; see the server's log")
            response.headers[.retryAfter] = "10"
            return response
        }
        return try await entry.responder.respond(to: request, context: context)
    }

    // Webhooks.

    /// The bot of a webhook. Apple sends the business in a header and in the body; if only the body has it, the body is read
    /// once a secret of one of the bots has signed the request.
    private func bot(ofMessage request: inout Request) async throws -> Int {
        if let name = HTTPField.Name("destination-id"), let id = request.headers[name], !id.isEmpty {
            return choice.bot(ofBusiness: id)
        }
        let token = request.headers[.authorization]
        var isSigned = false
        for webhook in entries.compactMap(\.webhook) where !isSigned {
            isSigned = webhook.isSigned(token, now: clock.now)
        }
        guard isSigned, let body = try? await request.collectBody(upTo: AppleWebhook.largestBody),
            let id = AppleWebhook.business(in: Array(body.readableBytesView))
        else { return choice.bot(ofBusiness: "") }
        return choice.bot(ofBusiness: id)
    }

    // Health.

    /// Whether the server is ready: as long as one of its bots is, so that the trouble of one does not remove the others.
    /// With `?bot=NAME` whether that bot is.
    private func ready(_ request: Request) -> Response {
        if let name = request.uri.queryParameters["bot"].map({ String($0) }) {
            guard let entry = entries.first(where: { $0.name.text == name }) else {
                return .refusal(.notFound, "this server has no bot of this name")
            }
            return ReadyBots([entry.report]).response
        }
        return ReadyBots(entries.map(\.report)).response
    }
}

extension BotResponder.Entry {
    fileprivate var report: ReadyBots.Report {
        ReadyBots.Report(
            name: name, flows: health.version, problems: health.problems(of: state), database: health.database,
            lost: health.lost)
    }
}

extension Request {
    /// Returns the request without a parameter of its query.
    fileprivate func withoutParameter(_ name: String) -> Request {
        var head = head
        let parts = (head.path ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return self }
        let rest = parts[1].split(separator: "&").filter { $0 != name && !$0.hasPrefix("\(name)=") }
        head.path = parts[0] + (rest.isEmpty ? "" : "?\(rest.joined(separator: "&"))")
        return Request(head: head, body: body)
    }
}
