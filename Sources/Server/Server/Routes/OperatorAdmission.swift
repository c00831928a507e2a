package import Hummingbird

/// Decides who may use routes of operators.
package protocol OperatorAdmission: Sendable {
    /// Returns the response that refuses a request; `nil` when it is admitted.
    func refusal(of request: Request) -> Response?
}

extension OperatorToken: OperatorAdmission {}

/// The path of the operators' API.
enum AdminPath {
    static let root = "admin/api"
}
