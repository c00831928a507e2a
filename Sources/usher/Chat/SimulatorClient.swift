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

    /// - Parameter zone: by whose clock the customer means days.
    func createDevice(kind: String, business: String, zone: Zone?) async throws(ChatFailure) -> String {
        var wanted: JSONObject = ["kind": .string(kind), "business": .string(business)]
        wanted.set("zone", zone.map { .string($0.identifier) })
        let answer = try await call("POST", "devices", .object(wanted))
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

    /// The page of a form that the device shows next; `nil` when it can be sent.
    func nextPage(
        of form: String, _ entries: [FormWalk.Entry], on device: String
    ) async throws(ChatFailure) -> String? {
        var body = Self.body(form, entries)
        body["send"] = false
        return try await call("POST", "devices/\(device)/form", .object(body))["page"]?.string
    }

    func fill(_ form: String, _ entries: [FormWalk.Entry], from device: String) async throws(ChatFailure) {
        try deliver(try await call("POST", "devices/\(device)/form", .object(Self.body(form, entries))))
    }

    private static func body(_ form: String, _ entries: [FormWalk.Entry]) -> JSONObject {
        let pages = entries.map { ($0.page, JSONValue.array($0.values.map { .string($0) })) }
        return ["request": .string(form), "pages": .object(JSONObject(pages))]
    }

    /// The newest bubble of an iMessage app answers.
    func answer(app fields: [(String, String)], from device: String) async throws(ChatFailure) {
        let fields = JSONObject(fields.map { ($0.0, .string($0.1)) })
        try deliver(try await call("POST", "devices/\(device)/app", ["fields": .object(fields)]))
    }

    /// The customer signs in at the newest bubble that asks for it. Returns how the window was closed.
    func signIn(
        user: String, password: String, cancels: Bool, from device: String
    ) async throws(ChatFailure) -> String {
        let answer = try await call(
            "POST", "devices/\(device)/sign-in",
            ["user": .string(user), "password": .string(password), "cancel": .bool(cancels)])
        try deliver(answer)
        return answer["status"]?.string ?? "unknown"
    }

    func share(latitude: JSONNumber, longitude: JSONNumber, from device: String) async throws(ChatFailure) {
        try deliver(
            try await call(
                "POST", "devices/\(device)/place", ["latitude": .number(latitude), "longitude": .number(longitude)]))
    }

    func react(_ reaction: String, from device: String) async throws(ChatFailure) {
        try deliver(try await call("POST", "devices/\(device)/react", ["reaction": .string(reaction)]))
    }

    func close(_ device: String) async throws(ChatFailure) {
        try deliver(try await call("POST", "devices/\(device)/close"))
    }

    func turnClock(by length: TimeLength) async throws(ChatFailure) {
        _ = try await call("POST", "clock", ["seconds": .int(length.seconds)])
    }

    /// A device shows what its server does not take as not delivered.
    func deliver(_ outcome: JSONValue) throws(ChatFailure) {
        guard outcome["delivered"]?.bool != true else { return }
        let post = outcome["posts"]?.array?.last
        let reason = post?["failure"]?.string ?? post?["status"]?.int.map { "the server answered \($0)" }
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
            throw ChatFailure("the simulated Apple at \(base) does not answer: \(error)")
        }
        guard response.status == 200, let answer = try? JSONValue(parsing: response.body) else {
            throw refusal(response)
        }
        return answer
    }

    /// Why the simulated Apple did not do what was asked.
    func refusal(_ response: HTTPResponse) -> ChatFailure {
        let answer = try? JSONValue(parsing: response.body)
        return ChatFailure(
            answer?["error"]?["reason"]?.string
                ?? "the simulated Apple at \(base) answered \(response.status) without a reason")
    }
}

/// Why a chat cannot go on, or a line of it could not be done.
struct ChatFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
