import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Server

/// The flows, and what they need of the server.
extension Doctor {
    func flows(_ flows: Flows) -> [HealthCheck] {
        guard let compilation = flows.compilation else {
            if let published = flows.published {
                return [
                    HealthCheck(
                        "flows", .bad, "files of the published version \(published) cannot be read",
                        advice: "its pictures are in `published` beside the database: restore them, or publish again")
                ]
            }
            return [
                HealthCheck(
                    "flows", .bad, "there are none in \(settings.flowsPath)", advice: "set `flows.path` to their folder"
                )
            ]
        }
        return [compiled(compilation, flows.published)] + difference(flows)
    }

    private func compiled(_ compilation: Compilation, _ published: String?) -> HealthCheck {
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

    /// Compares the published version, which the server runs, with the files.
    private func difference(_ flows: Flows) -> [HealthCheck] {
        guard let published = flows.published, let folder = flows.folder, published != folder else { return [] }
        return [
            HealthCheck(
                "flows", .warning,
                "the files in \(settings.flowsPath) are version \(folder), and the server runs \(published)",
                advice: "`usher publish --dry-run` shows what would change, `usher publish` activates the files")
        ]
    }

    func needs(of bot: Bot) -> [HealthCheck] { calls(bot) + services(bot) + key(for: bot) + payments(bot) }

    private var actionCalls: ActionCalls {
        ActionCalls(allowsPrivateAddresses: settings.allowsPrivateAddresses, environment: environment)
    }

    private func calls(_ bot: Bot) -> [HealthCheck] {
        let lacks = actionCalls.lacks(of: bot)
        if !lacks.isEmpty { return lacks.map { HealthCheck("calls", .bad, $0) } }
        return bot.actions.isEmpty
            ? [] : [HealthCheck("calls", .good, "secrets of \(counted(bot.actions.count, "action")) are set")]
    }

    private func services(_ bot: Bot) -> [HealthCheck] {
        let warnings = bot.serviceWarnings(publicURL: settings.publicURL)
        if !warnings.isEmpty {
            return warnings.map {
                HealthCheck("services", .warning, $0, advice: "see Config/services.yaml, and `server.public_url`")
            }
        }
        let count = bot.providers.count + bot.merchants.count + bot.apps.count
        return count == 0 ? [] : [HealthCheck("services", .good, "\(count) have what flows need of them")]
    }

    private func payments(_ bot: Bot) -> [HealthCheck] {
        let onWeb = settings.webChat.isEnabled == true ? bot.lacksForPayingOnWeb : []
        return PaymentHealthChecks(of: bot, actionCalls, publicURL: settings.publicURL, at: moment).healthChecks
            + onWeb.map { HealthCheck("web chat", .bad, $0) }
    }

    private func key(for bot: Bot) -> [HealthCheck] {
        if let lack = settings.lacksKey(for: bot.privateSources) { return [HealthCheck("storage", .bad, lack)] }
        return bot.privateSources.isEmpty
            ? [] : [HealthCheck("storage", .good, "a key that seals private values is set")]
    }

    /// Checks where the web chat can be used, and which proxies are trusted. Missing required settings are refused when
    /// the settings are read.
    func webChat() -> [HealthCheck] {
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
}
