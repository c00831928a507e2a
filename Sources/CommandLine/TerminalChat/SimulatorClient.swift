package import CurlClient
import Expressions
import JSON

/// A client of the simulated Apple's control API.
package struct SimulatorClient: Sendable {
    let client: CurlClient
    /// The base URL, such as `http://127.0.0.1:8081`.
    let base: String
    /// Shows the progress of large transfers.
    let terminal: any ChatTerminal

    package init(client: CurlClient, base: String, terminal: any ChatTerminal) {
        self.client = client
        self.base = base
        self.terminal = terminal
    }

    /// A business of the simulated Apple.
    package struct Business: Sendable {
        package let id: String
        /// The folder of the project whose bot answers; `nil` when its server does not report one.
        package let project: String?
    }

    /// Returns the first business of the simulated Apple at this address; `nil` when there is none.
    package func business() async -> Business? {
        let first = try? await call("GET", "businesses")["businesses"]?[0]
        guard let id = first?["id"]?.string else { return nil }
        return Business(id: id, project: first?["project"]?.string)
    }

    /// Returns the address of a business's server.
    func server(of business: String) async throws(ChatFailure) -> String {
        let businesses = try await call("GET", "businesses")["businesses"]?.array ?? []
        guard let address = businesses.first(where: { $0["id"]?.string == business })?["webhook"]?.string else {
            throw ChatFailure("the simulated Apple has no webhook address of \(business)")
        }
        return address
    }

    /// - Parameter zone: the time zone in which the customer means days.
    func createDevice(
        kind: String, business: String, zone: Zone?, language: DeviceLanguage?
    ) async throws(ChatFailure) -> SimulatedDevice {
        var wanted: JSONObject = ["kind": .string(kind), "business": .string(business)]
        wanted.set("zone", zone.map { .string($0.identifier) })
        wanted.set("locale", language.map { .string($0.locale) })
        let answer = try await call("POST", "devices", .object(wanted))
        guard let id = answer["id"]?.string else { throw ChatFailure("the simulated Apple created no device") }
        return SimulatedDevice(simulator: self, id: id)
    }

    func turnClock(by length: TimeLength) async throws(ChatFailure) {
        _ = try await call("POST", "clock", ["seconds": .int(length.seconds)])
    }

    /// Throws when the server did not accept a message, as a device marks it `not delivered`.
    func deliver(_ outcome: JSONValue) throws(ChatFailure) {
        guard outcome["delivered"]?.bool != true else { return }
        let post = outcome["posts"]?.array?.last
        let reason = post?["failure"]?.string ?? post?["status"]?.int.map { "the server responded \($0)" }
        throw ChatFailure("not delivered\(reason.map { ": \($0)" } ?? "")")
    }

    func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws(ChatFailure) -> JSONValue {
        var request = HTTPRequest(method, "\(base)/simulator/\(path)")
        request.timeout = .seconds(60)
        if let body {
            request.body = .bytes(body.bytes)
            request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")]
        }
        return try await ask(request)
    }

    func ask(_ request: HTTPRequest) async throws(ChatFailure) -> JSONValue {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw ChatFailure("the simulated Apple at \(base) does not respond: \(error)")
        }
        guard response.status == 200, let answer = try? JSONValue(parsing: response.body) else {
            throw refusal(response)
        }
        return answer
    }

    /// Returns why the simulated Apple refused a request.
    func refusal(_ response: HTTPResponse) -> ChatFailure {
        let answer = try? JSONValue(parsing: response.body)
        return ChatFailure(
            answer?["error"]?["reason"]?.string
                ?? "the simulated Apple at \(base) responded \(response.status) without a reason")
    }
}

/// The reason why a chat cannot continue, or a line of it failed.
package struct ChatFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
