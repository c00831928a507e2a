import Expressions
import JSON

/// What a customer talks to the bot with: every device can do this, each on its own wire.
protocol CustomerDevice: Sendable {
    /// What came behind a number; waits so many seconds for it.
    func messages(after number: Int, wait seconds: Int) async throws(ChatFailure) -> [DeviceMessage]

    func say(_ text: String) async throws(ChatFailure)
    func tap(_ ids: [String], on question: String) async throws(ChatFailure)
    func pick(_ slot: String, on question: String) async throws(ChatFailure)

    /// The page of a form that is shown next; `nil` when it can be sent.
    func nextPage(of form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure) -> String?
    func fill(_ form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure)

    func share(latitude: JSONNumber, longitude: JSONNumber) async throws(ChatFailure)

    /// Sends the files at these paths.
    func send(files paths: [String]) async throws(ChatFailure)

    /// Writes a file of a message to a path.
    func save(file: Int, of message: Int, to path: String) async throws(ChatFailure)

    /// Deletes the conversation.
    func close() async throws(ChatFailure)

    /// Lets time pass for everybody.
    func turnClock(by length: TimeLength) async throws(ChatFailure)
}
