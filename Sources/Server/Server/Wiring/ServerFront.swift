import AppleMessages
import Hummingbird
import HummingbirdCore
import ServerMetrics
import ServiceLifecycle

/// What the bots of a server share: the port, its limits, and the choice of the bot for each request.
struct ServerFront: Sendable {
    /// The server's own bot, whose settings are those of the server, and those in folders.
    let bots: [ServedBot]
    let context: ServerContext

    private var settings: ServerSettings { bots[0].parts.settings }

    /// Shows what is measured of the process.
    func showMeasurements() { context.registry.showProcess() }

    private var responder: BotResponder {
        BotResponder(
            BotChoice(bots.map { BotChoice.Candidate($0.parts.settings) }),
            bots.map { bot in
                BotResponder.Entry(
                    name: bot.name, responder: bot.parts.router.buildResponder(), health: bot.parts.health,
                    webhook: bot.parts.apple.map { AppleWebhook(settings: $0.settings) }, state: bot.state)
            }, clock: context.clock)
    }

    func httpService(onListening: @escaping @Sendable (Int) async -> Void) -> any Service {
        let (clock, logger) = (context.clock, context.logger)
        let connections = settings.connections.fitting(
            openFiles: OpenFileLimit.now, used: OpenFileLimit.used,
            reserve: OpenFileLimit.reserve(forBots: bots.count), logger: logger)
        let open = OpenConnections()
        let roots = bots.reduce(into: Set<String>()) { $0.formUnion($1.parts.pages?.roots ?? []) }
        let admitted = bots.reduce(into: Set<String>()) { $0.formUnion($1.parts.pages?.admitted ?? []) }
        let headers = StandardHeaders(isSecure: bots.contains(where: \.parts.isSecure))
        let responder = AddressedResponder(
            inner: responder,
            forwarded: ForwardedAddress(trustedProxies: settings.webChat.trustedProxies),
            limits: AddressLimits(connections, free: roots, admitted: admitted, clock: clock, logger: logger),
            advice: ProxyAdvice(trustedProxies: settings.webChat.trustedProxies, logger: logger),
            headers: headers, connections: open,
            spans: context.traces.map(RequestSpans.init),
            tooMany: context.registry.counters(
                "usher_too_many_requests_total", "Requests rejected with 429, by kind of route.", by: "route"))
        let channels = HTTP1Channel.Configuration.bounded(
            connections, open,
            peers: PeerConnections(
                connections, trustedProxies: settings.webChat.trustedProxies, clock: clock, logger: logger),
            headers: headers, logger: logger)
        let server = SocketServer(
            place: place, responder: responder, channels: channels, most: connections.most, connections: open,
            onListening: { [port = settings.port] in await onListening($0 ?? port) }, logger: logger)
        return HTTPService(server: server, connections: open, clock: clock, logger: logger)
    }

    private var place: ListeningPlace {
        if let socket = settings.listeningSocket { return .socket(socket) }
        return .address(host: settings.host, port: settings.port)
    }
}
