import AppleMessages
import CurlClient
import Expressions
import JSON
import Server

/// Checks that a webhook reaches the server at the public URL that Apple calls: it sends one that it signs itself and
/// that has no effect.
struct WebhookHealthChecks: Sendable {
    let apple: AppleSettings
    let publicURL: String
    let client: CurlClient

    func examine(at now: Moment) async -> HealthCheck {
        let place = "\(publicURL)/message"
        guard var request = try? await WebhookProbe(settings: apple).request(to: publicURL, at: now) else {
            return HealthCheck(
                "webhook", .bad, "none can be signed with `apple.secret`", advice: "set it as Apple shows it")
        }
        request.timeout = .seconds(10)
        do throws(HTTPFailure) {
            return answered(try await client.send(request), at: place)
        } catch .untrusted(let reason) {
            return HealthCheck(
                "webhook", .bad, "what stands at \(place) is not to be trusted: \(reason)",
                advice:
                    "Apple wants a certificate that everybody trusts, for this name, with all between it and its authority"
            )
        } catch {
            return HealthCheck(
                "webhook", .warning, "\(place) cannot be reached from this machine: \(error)",
                advice:
                    "look at the name, the certificate and what ends TLS; if your network lets no machine reach itself by "
                    + "its public name, look from another one")
        }
    }

    private func answered(_ response: HTTPResponse, at place: String) -> HealthCheck {
        let reason = (try? JSONValue(parsing: response.body))?["error"]?["reason"]?.string
        let answer = "\(response.status)" + (reason.map { " (\($0.prefix(200)))" } ?? "")
        return switch response.status {
        case 200: HealthCheck("webhook", .good, "one that we signed was taken at \(place)")
        case 401, 403:
            HealthCheck(
                "webhook", .bad, "one that we signed was refused at \(place): \(answer)",
                advice:
                    "the server that answers there has another `apple.secret` or `apple.msp_id`, or another clock; give it "
                    + "these settings, and start it again")
        default:
            HealthCheck(
                "webhook", .bad, "\(place) answers \(answer)",
                advice: "let whatever ends TLS pass it on to the server; Config/deploy/nginx.conf is an example")
        }
    }
}
