import CurlClient
import Expressions
import JSON

/// Plays a device of the simulated Apple over its control API.
struct SimulatorClient: Sendable {
    let client: CurlClient
    /// Such as `http://127.0.0.1:8081`.
    let base: String

    /// Whether a simulated Apple answers there that knows a business.
    func business() async -> String? {
        let answer = try? await call("GET", "businesses")
        return answer?["businesses"]?[0]?["id"]?.string
    }

    func createDevice(kind: String, business: String) async throws(ChatFailure) -> String {
        let answer = try await call("POST", "devices", ["kind": .string(kind), "business": .string(business)])
        guard let id = answer["id"]?.string else { throw ChatFailure("the simulated Apple gave no device") }
        return id
    }

    /// What came to the device behind a number; waits so many seconds for it.
    func messages(of device: String, after number: Int, wait seconds: Int) async throws(ChatFailure) -> [DeviceMessage]
    {
        let answer = try await call("GET", "devices/\(device)/messages?after=\(number)&wait=\(seconds)")
        return (answer["messages"]?.array ?? []).compactMap(DeviceMessage.init)
    }

    func say(_ text: String, from device: String) async throws(ChatFailure) {
        try deliver(try await call("POST", "devices/\(device)/text", ["text": .string(text)]))
    }

    func tap(_ ids: [String], on question: String, from device: String) async throws(ChatFailure) {
        let items = JSONValue.array(ids.map { .string($0) })
        try deliver(
            try await call("POST", "devices/\(device)/tap", ["items": items, "request": .string(question)]))
    }

    func pick(_ slot: String, on question: String, from device: String) async throws(ChatFailure) {
        try deliver(
            try await call(
                "POST", "devices/\(device)/pick", ["slot": .string(slot), "request": .string(question)]))
    }

    func close(_ device: String) async throws(ChatFailure) {
        try deliver(try await call("POST", "devices/\(device)/close"))
    }

    func turnClock(by length: TimeLength) async throws(ChatFailure) {
        _ = try await call("POST", "clock", ["seconds": .int(length.seconds)])
    }

    /// A device shows what its server does not take as not delivered.
    private func deliver(_ outcome: JSONValue) throws(ChatFailure) {
        guard outcome["delivered"]?.bool != true else { return }
        let post = outcome["posts"]?.array?.last
        let reason = post?["failure"]?.string ?? post?["status"]?.int.map { "the server answered \($0)" }
        throw ChatFailure("not delivered\(reason.map { ": \($0)" } ?? "")")
    }

    private func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws(ChatFailure) -> JSONValue {
        var request = HTTPRequest(method, "\(base)/simulator/\(path)")
        request.timeout = .seconds(60)
        if let body {
            request.body = .bytes(body.bytes)
            request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")]
        }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw ChatFailure("the simulated Apple at \(base) does not answer: \(error)")
        }
        guard let answer = try? JSONValue(parsing: response.body) else {
            throw ChatFailure("the simulated Apple at \(base) answered \(response.status) without JSON")
        }
        guard response.status == 200 else {
            throw ChatFailure(answer["error"]?["reason"]?.string ?? "the simulated Apple answered \(response.status)")
        }
        return answer
    }
}

/// Why a chat cannot go on, or a line of it could not be done.
struct ChatFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
