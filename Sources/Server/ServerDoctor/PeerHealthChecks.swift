import CurlClient
import Foundation
import OpenTelemetry
import Server

/// Checks that other systems respond, and that their certificates do not end soon.
struct PeerHealthChecks: Sendable {
    let client: any HTTPSender
    let now: Date

    /// From how many days before its end a certificate is reported.
    private static let warningDays = 14

    /// Asks all peers at once.
    ///
    /// - Returns: the results in the order of the peers, and the time that the first of them reports.
    func examine(_ peers: [Peer]) async -> ([HealthCheck], date: (host: String, text: String)?) {
        let found = await withTaskGroup(of: (Int, [HealthCheck], String?).self) { group in
            for (index, peer) in peers.enumerated() {
                group.addTask {
                    let (checks, date) = await examine(peer)
                    return (index, checks, date)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        let date = found.lazy.compactMap { index, _, date in date.map { (peers[index].host, $0) } }.first
        return (found.flatMap(\.1), date)
    }

    private func examine(_ peer: Peer) async -> ([HealthCheck], date: String?) {
        if ReservedHost.isReserved(peer.host) {
            return (
                [
                    HealthCheck(
                        peer.subject, .warning, "\(peer.host) is a name for examples, which no server has",
                        advice: "write the address of your own system")
                ], nil
            )
        }
        do throws(HTTPFailure) {
            let response = try await send("HEAD", peer.origin + "/")
            let certificate = expiry(of: peer.host, response, "its owner must renew it")
            return (
                [
                    certificate.map { HealthCheck(peer.subject, .warning, $0.finding, advice: $0.advice) }
                        ?? HealthCheck(peer.subject, .good, "\(peer.host) responds")
                ], response.header("Date")
            )
        } catch {
            return (
                [
                    HealthCheck(
                        peer.subject, .warning, "\(peer.host) does not respond: \(error)",
                        advice: "check the name, the network and the firewall; until it responds, what needs it fails")
                ], nil
            )
        }
    }

    func send(_ method: String, _ url: String) async throws(HTTPFailure) -> HTTPResponse {
        var request = HTTPRequest(method, url)
        request.timeout = .seconds(10)
        request.reportsCertificate = true
        return try await client.send(request)
    }

    /// A warning when the certificate of a response ends soon.
    func expiry(of host: String, _ response: HTTPResponse, _ advice: String) -> (finding: String, advice: String)? {
        guard let end = response.certificateEnd else { return nil }
        let days = (end - Int(now.timeIntervalSince1970)) / 86_400
        guard days < Self.warningDays else { return nil }
        return ("the certificate of \(host) ends in \(max(0, days)) days", advice)
    }

    /// Sends an empty request to the collector of traces.
    func collector(_ settings: CollectorSettings) async -> HealthCheck {
        var request = HTTPRequest("POST", settings.endpoint)
        request.timeout = .seconds(10)
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")] + settings.headers
        request.body = .bytes(Array(#"{"resourceSpans":[]}"#.utf8))
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            if (200..<300).contains(response.status) {
                return HealthCheck("tracing", .good, "\(settings.endpoint) accepts traces")
            }
            let advice =
                [401, 403].contains(response.status)
                ? "check `tracing.headers`" : "check `tracing.endpoint`, and that the collector accepts OTLP over HTTP"
            return HealthCheck(
                "tracing", .warning, "\(settings.endpoint) responds \(response.status)", advice: advice)
        } catch {
            return HealthCheck(
                "tracing", .warning, "\(settings.endpoint) does not respond: \(error)",
                advice: "start the collector, or check `tracing.endpoint`; until then traces are lost")
        }
    }
}
