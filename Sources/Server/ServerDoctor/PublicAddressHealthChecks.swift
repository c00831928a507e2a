import CurlClient
import Foundation
import Server

/// Checks the route to the server from outside: the certificate, the proxy, and what the proxy lets through.
struct PublicAddressHealthChecks: Sendable {
    let settings: ServerSettings
    let publicURL: String
    let peers: PeerHealthChecks

    func examine(isRunning: Bool) async -> [HealthCheck] {
        do throws(HTTPFailure) {
            let response = try await peers.send("GET", publicURL + "/health/live")
            var found = certificate(response)
            if isRunning { found += proxy(response) + (await operators()) }
            return found + trust()
        } catch {
            // With Apple, the webhook's check says more.
            guard settings.apple == nil else { return trust() }
            return [
                HealthCheck(
                    "proxy", .warning, "\(publicURL) cannot be reached from this machine: \(error)",
                    advice: "check the DNS name, the certificate and the TLS proxy")
            ] + trust()
        }
    }

    private func certificate(_ response: HTTPResponse) -> [HealthCheck] {
        guard let end = response.certificateEnd else { return [] }
        let host = URL(string: publicURL)?.host() ?? publicURL
        if let expiry = peers.expiry(of: host, response, "renew it, for example with `certbot renew`") {
            return [HealthCheck("certificate", .warning, expiry.finding, advice: expiry.advice)]
        }
        let days = (end - Int(peers.now.timeIntervalSince1970)) / 86_400
        return [HealthCheck("certificate", .good, "that of \(host) is valid for \(days) days")]
    }

    private func proxy(_ response: HTTPResponse) -> [HealthCheck] {
        guard response.status == 200 else {
            return [
                HealthCheck(
                    "proxy", .bad, "\(publicURL)/health/live responds \(response.status)",
                    advice: "configure the TLS proxy to forward it to the server, as in Config/deploy/nginx.conf")
            ]
        }
        return [HealthCheck("proxy", .good, "\(publicURL) leads to the server")]
    }

    /// Checks that the proxy keeps the routes of operators from the public.
    private func operators() async -> [HealthCheck] {
        guard publicURL.hasPrefix("https:"), let response = try? await peers.send("GET", publicURL + "/metrics"),
            response.status != 404
        else { return [] }
        return [
            HealthCheck(
                "proxy", .warning, "\(publicURL)/metrics responds \(response.status): routes of operators are public",
                advice: "let the proxy answer 404 to /admin and /metrics, as in Config/deploy/nginx.conf")
        ]
    }

    /// A server that listens on this machine only is behind a proxy, whose header has the address of the client.
    private func trust() -> [HealthCheck] {
        guard publicURL.hasPrefix("https:"), settings.isLoopback, settings.webChat.trustedProxies.isEmpty else {
            return []
        }
        return [
            HealthCheck(
                "proxy", .warning, "no proxy is trusted, so all clients count as one address and share its limits",
                advice: "set `server.trusted_proxies: 127.0.0.1`, and let the proxy replace X-Forwarded-For")
        ]
    }
}
