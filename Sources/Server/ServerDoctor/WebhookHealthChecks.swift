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
    let client: any HTTPSender

    func examine(at now: Moment) async -> HealthCheck {
        let place = "\(publicURL)/message"
        var request = WebhookProbe(settings: apple).request(to: publicURL, at: now)
        request.timeout = .seconds(10)
        do throws(HTTPFailure) {
            return answered(try await client.send(request), at: place)
        } catch .untrusted(let reason) {
            return HealthCheck(
                "webhook", .bad, "the certificate of \(place) is not trusted: \(reason)",
                advice:
                    "Apple requires a publicly trusted certificate for this name, with all intermediate certificates"
            )
        } catch {
            return HealthCheck(
                "webhook", .warning, "\(place) cannot be reached from this machine: \(error)",
                advice:
                    "check the DNS name, the certificate and the TLS proxy; if machines of your network cannot reach themselves "
                    + "by their public name, check from another network")
        }
    }

    private func answered(_ response: HTTPResponse, at place: String) -> HealthCheck {
        let reason = (try? JSONValue(parsing: response.body))?["error"]?["reason"]?.string
        let answer = "\(response.status)" + (reason.map { " (\($0.prefix(200)))" } ?? "")
        return switch response.status {
        case 200:
            HealthCheck(
                "webhook", .good,
                "a signed test webhook was accepted at \(place): a typing indicator, for which nothing is stored")
        case 401, 403:
            HealthCheck(
                "webhook", .bad, "a signed test webhook was rejected at \(place): \(answer)",
                advice:
                    "the server there has another `apple.secret` or `apple.msp_id`, or another clock; give it "
                    + "these settings, and restart it")
        // A proxy gives no reason in this form.
        case 503 where reason != nil:
            HealthCheck(
                "webhook", .bad, "the server answers at \(place), and accepts no messages at present: \(answer)",
                advice: "the way to it is fine; see the lines `server` and `database`")
        default:
            HealthCheck(
                "webhook", .bad, "\(place) responds \(answer)",
                advice: "configure the TLS proxy to forward it to the server, as in Config/deploy/nginx.conf")
        }
    }
}
