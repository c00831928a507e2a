import ConversationRuntime
public import CurlClient

/// Where notices of kept rows go.
public struct NoticeSettings: Sendable {
    public var email: Email?
    /// Signed like the webhook of an agent desk.
    public var webhook: DeskSettings?

    /// Notices by e-mail.
    public struct Email: Sendable {
        public var recipients: [String]
        public var sender: String
        public var server: MailServer

        public init(recipients: [String], sender: String, server: MailServer) {
            self.recipients = recipients
            self.sender = sender
            self.server = server
        }
    }

    public init(email: Email? = nil, webhook: DeskSettings? = nil) {
        self.email = email
        self.webhook = webhook
    }

    var ways: Set<NoticeWay> {
        var ways: Set<NoticeWay> = []
        if email != nil { ways.insert(.email) }
        if webhook != nil { ways.insert(.webhook) }
        return ways
    }
}
