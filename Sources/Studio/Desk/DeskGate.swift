package import Hummingbird
package import Server

/// Decides who may use the desk.
package protocol DeskGate: OperatorAdmission {
    /// Returns the response that refuses to show the page itself, which holds nothing about customers; `nil` when it may
    /// be shown.
    func refusalOfPage(_ request: Request) -> Response?

    /// The page of the caller's own account; `nil` where there are no accounts.
    var accountPage: String? { get }

    /// Whether someone who was admitted still is, while a response to them continues.
    func isStillAdmitted(_ request: Request) async -> Bool

    /// Answers the request by which a browser gets its cookie.
    func beginSession(_ request: Request) async throws -> Response
}
