import CurlClient
import Logging
import OpenTelemetry
import Server
public import ServiceLifecycle

/// The server of a bot, and of those in folders beside it, as a service, to run in a `ServiceGroup` with others.
public struct UsherService: Service {
    private let server: UsherServer
    /// The server's, and those of bots in folders.
    private let clients: [CurlClient]
    private let logger: Logger
    private let reloading: [SettingsReload]
    /// Stops first.
    private let notice: StopNotice
    /// Sends traces to a collector; `nil` when there is none.
    private let exporter: SpanExporter?

    /// - Parameters:
    ///   - bots: the server's own bot, and those in folders.
    ///   - exporter: sends the traces of `context` to a collector.
    ///   - level: the log level that `log.level` sets when the settings are reloaded.
    init(_ bots: [OpenedBot], in context: ServerContext, exporter: SpanExporter?, level: SharedLogLevel?) {
        self.exporter = exporter
        clients = [context.client] + bots.map(\.hosted.context.client).filter { $0 !== context.client }
        logger = context.logger
        let server = UsherServer(bots.map(\.hosted), in: context)
        self.server = server
        notice = StopNotice(bots.map(\.hosted.stores), clock: context.clock, logger: context.logger)
        reloading = bots.map { bot in
            SettingsReload(
                bot.source, marks: bot.marks, calls: bot.hosted.calls, server: server,
                level: bot.hosted.settings.bot == .main ? level : nil, logger: bot.hosted.context.logger)
        }
    }

    /// Reloads settings and secrets of each bot and applies those that can change while the server runs, as `usher serve`
    /// does on SIGHUP. If any of a bot are not valid, nothing changes for it; every problem is logged.
    public func reload() { for bot in reloading { bot.run() } }

    /// Runs until the task is cancelled or its service group shuts down.
    ///
    /// Payment authorisations and sign-in exchanges in progress are completed. Deliveries and calls are durable: those
    /// that do not finish within a short grace period are repeated after the next start.
    ///
    /// - Throws: the error that ends the server.
    public func run() async throws {
        do {
            defer { logger.notice("server stopped") }
            // A nested service group follows the shutdown of the surrounding one.
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    // The exporter stops last, so that it sends what the others record at their end.
                    services: ((exporter.map { [$0] } ?? []) + server.services + [notice]).map {
                        ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "\($0)")
                    },
                    logger: logger)
            ).run()
        } catch {
            await shutDownClients()
            throw error
        }
        await shutDownClients()
    }

    /// Each finishes its requests in progress, all at the same time.
    private func shutDownClients() async {
        await withTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { await client.shutdown() } }
        }
    }
}

extension UsherService: CustomStringConvertible {
    /// The name that service groups write to their logs, without the service's contents.
    public var description: String { "UsherService" }
}
