import AppleMessages
import CurlClient
import Expressions
import FlowModel
import Foundation
import Server

/// What the server reaches, and how it is reached.
extension Doctor {
    /// The clock difference in seconds up to which tokens are accepted; issuers commonly allow a minute.
    private static let mostSkew = 60.0

    /// - Parameters:
    ///   - asked: what answers on this machine.
    ///   - running: the names of the servers that use the database, if several can.
    func network(
        _ client: any HTTPSender, _ bot: Bot?, _ asked: [AskedAddress], running: [String] = []
    ) async -> [HealthCheck] {
        let peers = PeerHealthChecks(client: client, now: now())
        let (reached, date) = await peers.examine(Peer.all(of: settings, bot))
        var found = reached
        if let tracing = settings.tracing { found.append(await peers.collector(tracing)) }
        found += await gateway(client, otherwise: date)
        let (runs, server) = server(asked, running)
        found += server
        guard let publicURL = settings.publicURL else { return found }
        found += await PublicAddressHealthChecks(settings: settings, publicURL: publicURL, peers: peers).examine(
            isRunning: runs)
        if runs, let apple = settings.apple {
            found.append(
                await WebhookHealthChecks(apple: apple, publicURL: publicURL, client: client).examine(at: moment))
        }
        return found
    }

    /// - Parameter date: a time that another system has reported, for servers that are not connected to Apple.
    private func gateway(_ client: any HTTPSender, otherwise date: (host: String, text: String)?) async -> [HealthCheck]
    {
        guard let apple = settings.apple else {
            if settings.webChat.isEnabled == true {
                return [HealthCheck("Apple", .good, "not connected; only the web chat is served")]
                    + (date.map { clock($0.text, of: $0.host) } ?? [])
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
            return [good] + clock(response.header("Date"), of: "Apple")
        } catch {
            return [
                HealthCheck(
                    "Apple", .bad, "\(apple.gateway) does not respond: \(error)",
                    advice: "check the network, a proxy or firewall, and `apple.gateway`")
            ]
        }
    }

    /// Compares our clock with a `Date` header (RFC 9110, section 6.6.1): a token from the future is refused.
    private func clock(_ date: String?, of other: String) -> [HealthCheck] {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let theirs = date.flatMap(format.date(from:)) else { return [] }
        let skew = Int(now().timeIntervalSince(theirs).rounded())
        guard abs(Double(skew)) > Self.mostSkew else {
            return [HealthCheck("clock", .good, "it agrees with that of \(other)")]
        }
        return [
            HealthCheck(
                "clock", .bad, "it is \(abs(skew)) seconds \(skew > 0 ? "ahead of" : "behind") that of \(other)",
                advice: "synchronize the machine's clock (NTP); tokens are rejected otherwise")
        ]
    }
}
