/// A mail server that takes messages (SMTP, RFC 5321).
public struct MailServer: Sendable, Hashable {
    /// `smtps://mail.example.com` for TLS from the beginning, `smtp://mail.example.com:587` for STARTTLS.
    public var url: String
    /// Logs in with these; `nil` sends without.
    public var login: Login?
    /// Whether the connection may stay unencrypted: for servers on this machine only.
    public var allowsPlain: Bool
    /// A PEM file with the authorities to trust in place of the system's.
    public var authorityFile: String?
    /// How long a delivery may take.
    public var timeout: Duration

    public struct Login: Sendable, Hashable {
        public var user: String
        public var password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    public init(
        url: String, login: Login? = nil, allowsPlain: Bool = false, authorityFile: String? = nil,
        timeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.login = login
        self.allowsPlain = allowsPlain
        self.authorityFile = authorityFile
        self.timeout = timeout
    }
}

/// Why a mail server has not taken a message.
public enum MailFailure: Error, Equatable, CustomStringConvertible {
    /// Nothing is wrong with the message; a later attempt may succeed.
    case tryAgain(String)
    /// The server refuses the message, its sender or its recipient.
    case refused(String)

    public var description: String {
        switch self {
        case .tryAgain(let reason), .refused(let reason): reason
        }
    }
}
