import AppleMessages
import CurlClient
import Diagnostics
import Expressions
public import Files
public import FlowCompiler
import FlowModel
public import Foundation
import JSON
public import Server

/// Checks that the server has everything that `usher serve` needs: flows, calls, database, Apple's gateway, the clock,
/// the server, and the route to it.
public struct Doctor: Sendable {
    let settings: ServerSettings
    private let environment: [String: String]
    private let now: @Sendable () -> Date
    let progress: @Sendable (Double) -> Void
    let freeSpace: @Sendable (String) -> Int?

    /// The clock difference in seconds up to which tokens are accepted; issuers commonly allow a minute.
    private static let mostSkew = 60.0

    /// - Parameter progress: called with the fraction of the database that has been read, from 0 to 1.
    public init(
        settings: ServerSettings, environment: [String: String], now: @escaping @Sendable () -> Date = { Date() },
        freeSpace: @escaping @Sendable (String) -> Int? = { DiskSpace(at: $0)?.free },
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        self.settings = settings
        self.environment = environment
        self.now = now
        self.progress = progress
        self.freeSpace = freeSpace
    }

    /// Runs all checks, one after another.
    ///
    /// - Parameters:
    ///   - compilation: the result of compiling the flows; `nil` when there are none.
    ///   - published: the version under which the flows were published; `nil` when they are those of the folder.
    public func examine(_ compilation: Compilation?, published: String? = nil) async -> [HealthCheck] {
        let client = CurlClient()
        var found = settings.warnings.map { HealthCheck("settings", .warning, $0) }
        if found.isEmpty { found.append(HealthCheck("settings", .good, "valid")) }
        found.append(flows(compilation, published))
        if let bot = compilation?.bot { found += calls(bot) + key(for: bot) + payments(bot) }
        found += await database() + room()
        found += webChat()
        found += await gateway(client)
        let (runs, server) = await server(client)
        found.append(server)
        if runs, let apple = settings.apple, let publicURL = settings.publicURL {
            let webhook = WebhookHealthChecks(apple: apple, publicURL: publicURL, client: client)
            found.append(await webhook.examine(at: Moment(seconds: Int(now().timeIntervalSince1970))))
        }
        await client.shutdown()
        return found
    }

    private func flows(_ compilation: Compilation?, _ published: String?) -> HealthCheck {
        guard let compilation else {
            if let published {
                return HealthCheck(
                    "flows", .bad, "files of the published version \(published) cannot be read",
                    advice: "its pictures are in `published` beside the database: restore them, or publish again")
            }
            return HealthCheck(
                "flows", .bad, "there are none in \(settings.flowsPath)", advice: "set `flows.path` to their folder")
        }
        let report = compilation.report
        if report.errors > 0 {
            let version = published.map { "the published version \($0) has" } ?? "they have"
            return HealthCheck(
                "flows", .bad, "\(version) \(report.summary)",
                advice: published == nil ? "run `usher check`" : "publish corrected flows: `usher publish`")
        }
        if report.warnings > 0 {
            return HealthCheck("flows", .warning, "they have \(report.summary)", advice: "run `usher check`")
        }
        let version = published.map { ", published as \($0)" } ?? ""
        return HealthCheck("flows", .good, "\(compilation.bot?.flows.count ?? 0) without errors\(version)")
    }

    private func calls(_ bot: Bot) -> [HealthCheck] {
        let calls = ActionCalls(
            allowsPrivateAddresses: settings.allowsPrivateAddresses, environment: environment)
        let lacks = calls.lacks(of: bot)
        if !lacks.isEmpty { return lacks.map { HealthCheck("calls", .bad, $0) } }
        return bot.actions.isEmpty
            ? [] : [HealthCheck("calls", .good, "\(bot.actions.count) actions have their secrets")]
    }

    private func payments(_ bot: Bot) -> [HealthCheck] {
        let calls = ActionCalls(allowsPrivateAddresses: settings.allowsPrivateAddresses, environment: environment)
        let onWeb = settings.webChat.isEnabled == true ? bot.lacksForPayingOnWeb : []
        return PaymentHealthChecks(
            of: bot, calls, publicURL: settings.publicURL, at: Moment(seconds: Int(now().timeIntervalSince1970))
        ).healthChecks + onWeb.map { HealthCheck("web chat", .bad, $0) }
    }

    private func key(for bot: Bot) -> [HealthCheck] {
        if let lack = settings.lacksKey(for: bot.privateSources) { return [HealthCheck("storage", .bad, lack)] }
        return bot.privateSources.isEmpty
            ? [] : [HealthCheck("storage", .good, "a key that seals private values is set")]
    }

    /// Checks where the web chat can be used, and which proxies are trusted. Missing required settings are refused when
    /// the settings are read.
    private func webChat() -> [HealthCheck] {
        let chat = settings.webChat
        guard chat.isEnabled == true else { return [] }
        let page = "\(settings.publicURL ?? "")/chat"
        let sites = chat.allowedOrigins.isEmpty ? "our own page only" : chat.allowedOrigins.joined(separator: ", ")
        var found = [HealthCheck("web chat", .good, "it is at \(page), for \(sites)")]
        if !settings.isLoopback, chat.trustedProxies.isEmpty {
            found.append(
                HealthCheck(
                    "web chat", .warning,
                    "the server accepts requests from the network and trusts no proxy: behind a proxy, all customers count as one address",
                    advice: "list your proxy in `server.trusted_proxies`"))
        }
        if !chat.allowedOrigins.isEmpty, chat.signInSecret == nil {
            found.append(
                HealthCheck(
                    "web chat", .good, "customers of these sites are anonymous: `web_chat.sign_in_secret` is not set"))
        }
        return found
    }

    // The network.

    private func gateway(_ client: CurlClient) async -> [HealthCheck] {
        guard let apple = settings.apple else {
            if settings.webChat.isEnabled == true {
                return [HealthCheck("Apple", .good, "not connected; only the web chat is served")]
            }
            return [
                HealthCheck(
                    "Apple", .bad, "the Messaging Service Provider id or the secret is not set",
                    advice: "set `apple.msp_id` and `apple.secret`")
            ]
        }
        var request = HTTPRequest("GET", apple.gateway)
        request.timeout = .seconds(10)
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            let good = HealthCheck("Apple", .good, "\(apple.gateway) responds")
            return [good] + clock(response.header("Date"))
        } catch {
            return [
                HealthCheck(
                    "Apple", .bad, "\(apple.gateway) does not respond: \(error)",
                    advice: "check the network, a proxy or firewall, and `apple.gateway`")
            ]
        }
    }

    /// Compares our clock with the gateway's `Date` header (RFC 9110, section 6.6.1): a token from the future is
    /// refused.
    private func clock(_ date: String?) -> [HealthCheck] {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let theirs = date.flatMap(format.date(from:)) else { return [] }
        let skew = Int(now().timeIntervalSince(theirs).rounded())
        guard abs(Double(skew)) > Self.mostSkew else { return [HealthCheck("clock", .good, "it agrees with Apple's")] }
        return [
            HealthCheck(
                "clock", .bad, "it is \(abs(skew)) seconds \(skew > 0 ? "ahead of" : "behind") Apple's",
                advice: "synchronize the machine's clock (NTP); Apple rejects tokens otherwise")
        ]
    }

    /// Checks whether the server runs and is ready.
    private func server(_ client: CurlClient) async -> (runs: Bool, HealthCheck) {
        switch await ReadyAnswer.ask(settings, client) {
        case .notRunning: return (false, HealthCheck("server", .good, "not running; start it with `usher serve`"))
        case .ready: return (true, HealthCheck("server", .good, "running and ready"))
        case .sendingStopped(let reason):
            let advice = "check `apple.msp_id`, `apple.secret` and the machine's clock"
            return (true, HealthCheck("server", .bad, "running, not ready: \(reason)", advice: advice))
        case .notReady(let reason):
            let finding = "another process listens on port \(settings.port), and is not ready: \(reason)"
            return (false, HealthCheck("server", .bad, finding, advice: "see its log"))
        }
    }
}
