package import Hummingbird
package import Server

/// Decides who may use the desk.
package protocol DeskGate: OperatorAdmission {
    /// Returns the response that refuses to show the page itself, which holds nothing about customers; `nil` when it may
    /// be shown.
    func refusalOfPage(_ request: Request) -> Response?

    /// Returns the response that refuses a request about conversations; `nil` when it is admitted.
    func refusal(of request: Request) -> Response?

    /// Answers the request by which a browser gets its cookie.
    func beginSession(_ request: Request) async throws -> Response
}
