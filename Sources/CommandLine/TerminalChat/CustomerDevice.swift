import Expressions
import JSON

/// A device with which a customer talks to the bot; each kind of device implements this over its own protocol.
protocol CustomerDevice: Sendable {
    /// Returns the messages after a number; waits up to `seconds` for the first one.
    func messages(after number: Int, wait seconds: Int) async throws(ChatFailure) -> [DeviceMessage]

    func say(_ text: String) async throws(ChatFailure)
    func tap(_ ids: [String], on question: String) async throws(ChatFailure)
    func pick(_ slot: String, on question: String) async throws(ChatFailure)

    /// Returns the next page of a form; `nil` when it can be sent.
    func nextPage(of form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure) -> String?
    func fill(_ form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure)

    func share(latitude: JSONNumber, longitude: JSONNumber) async throws(ChatFailure)

    /// Sends the files at these paths.
    func send(files paths: [String]) async throws(ChatFailure)

    /// Saves a file of a message to a path.
    func save(file: Int, of message: Int, to path: String) async throws(ChatFailure)

    /// Deletes the conversation.
    func close() async throws(ChatFailure)

    /// Advances the clock for all participants.
    func turnClock(by length: TimeLength) async throws(ChatFailure)
}
