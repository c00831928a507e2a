package import ConversationRuntime
package import Hummingbird
package import Server

/// Admits to the desk of a server those who are signed in and may answer customers.
package struct AccountDeskGate: DeskGate {
    private let accounts: AccountGate

    package init(_ accounts: AccountGate) { self.accounts = accounts }

    package func admit(_ request: Request, for right: Right) async throws -> Caller {
        try await accounts.admit(request, for: right)
    }

    package var accountPage: String? { AccountGate.page }

    /// The page says where to sign in.
    package func refusalOfPage(_ request: Request) -> Response? { nil }

    package func isStillAdmitted(_ request: Request) async -> Bool {
        await accounts.isStillAdmitted(request, for: .answerCustomers)
    }

    /// There is no key here.
    package func beginSession(_ request: Request) async throws -> Response { AccountGate.signedOut }
}
