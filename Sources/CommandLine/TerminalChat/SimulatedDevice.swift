import Expressions
import JSON

/// A device of the simulated Apple.
struct SimulatedDevice: CustomerDevice {
    let simulator: SimulatorClient
    let id: String

    func messages(after number: Int, wait seconds: Int) async throws(ChatFailure) -> [DeviceMessage] {
        let answer = try await simulator.call("GET", "devices/\(id)/messages?after=\(number)&wait=\(seconds)")
        return (answer["messages"]?.array ?? []).compactMap(DeviceMessage.init)
    }

    func say(_ text: String) async throws(ChatFailure) {
        try simulator.deliver(try await simulator.call("POST", "devices/\(id)/text", ["text": .string(text)]))
    }

    func tap(_ ids: [String], on question: String) async throws(ChatFailure) {
        let items = JSONValue.array(ids.map { .string($0) })
        try simulator.deliver(
            try await simulator.call("POST", "devices/\(id)/tap", ["items": items, "request": .string(question)]))
    }

    func pick(_ slot: String, on question: String) async throws(ChatFailure) {
        try simulator.deliver(
            try await simulator.call(
                "POST", "devices/\(id)/pick", ["slot": .string(slot), "request": .string(question)]))
    }

    func nextPage(of form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure) -> String? {
        var body = Self.body(form, entries)
        body["send"] = false
        return try await simulator.call("POST", "devices/\(id)/form", .object(body))["page"]?.string
    }

    func fill(_ form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure) {
        try simulator.deliver(try await simulator.call("POST", "devices/\(id)/form", .object(Self.body(form, entries))))
    }

    private static func body(_ form: String, _ entries: [FormWalk.Entry]) -> JSONObject {
        let pages = entries.map { ($0.page, JSONValue.array($0.values.map { .string($0) })) }
        return ["request": .string(form), "pages": .object(JSONObject(pages))]
    }

    /// Sends an answer from the newest bubble of an iMessage app.
    func answer(app fields: [(String, String)]) async throws(ChatFailure) {
        let fields = JSONObject(fields.map { ($0.0, .string($0.1)) })
        try simulator.deliver(try await simulator.call("POST", "devices/\(id)/app", ["fields": .object(fields)]))
    }

    /// Signs in at the newest sign-in bubble. Returns how the window was closed.
    func signIn(
        user: String, password: String, cancels: Bool
    ) async throws(ChatFailure) -> String {
        let answer = try await simulator.call(
            "POST", "devices/\(id)/sign-in",
            ["user": .string(user), "password": .string(password), "cancel": .bool(cancels)])
        try simulator.deliver(answer)
        return answer["status"]?.string ?? "unknown"
    }

    func share(latitude: JSONNumber, longitude: JSONNumber) async throws(ChatFailure) {
        try simulator.deliver(
            try await simulator.call(
                "POST", "devices/\(id)/place", ["latitude": .number(latitude), "longitude": .number(longitude)]))
    }

    func react(_ reaction: String) async throws(ChatFailure) {
        try simulator.deliver(try await simulator.call("POST", "devices/\(id)/react", ["reaction": .string(reaction)]))
    }

    func close() async throws(ChatFailure) {
        try simulator.deliver(try await simulator.call("POST", "devices/\(id)/close"))
    }

    func turnClock(by length: TimeLength) async throws(ChatFailure) { try await simulator.turnClock(by: length) }
}
