import CurlClient
import Foundation

extension SettingsReader {
    /// Reads where notices of kept rows go; `nil` when nowhere.
    mutating func notices() -> NoticeSettings? {
        let settings = NoticeSettings(email: email(), webhook: noticeWebhook())
        return settings.ways.isEmpty ? nil : settings
    }

    private mutating func email() -> NoticeSettings.Email? {
        let password = secret(.notifyPassword)
        // The file of the password could not be read, which is reported.
        let isUnread = password.map { $0.value == nil } ?? false
        guard let found = find(.notifyEmail) else {
            for key in [SettingKey.notifySMTP, .notifyFrom, .notifyUser] {
                if let other = find(key) { refuse("\(other.place): `\(key.rawValue)` is set, `notify.email` is not") }
            }
            return nil
        }
        let recipients = found.text.split(separator: ",").map { String($0).trimmed }
        guard !recipients.isEmpty, recipients.allSatisfy(\.isMailAddress) else {
            refuse(.notifyEmail, found, "one or more addresses, such as `desk@shop.example`, with commas between them")
            return nil
        }
        guard let server = mailServer(found.place, password?.value, isUnread: isUnread) else { return nil }
        var sender = recipients[0]
        if let from = find(.notifyFrom) {
            guard from.text.isMailAddress else {
                refuse(.notifyFrom, from, "an address such as `bot@shop.example`")
                return nil
            }
            sender = from.text
        }
        return NoticeSettings.Email(recipients: recipients, sender: sender, server: server)
    }

    private mutating func mailServer(_ place: String, _ password: String?, isUnread: Bool) -> MailServer? {
        guard let found = find(.notifySMTP) else {
            refuse(
                "\(place): `notify.email` is set, `notify.smtp` is not; it is the address of the mail server, such as `smtps://mail.shop.example`"
            )
            return nil
        }
        let url = URL(string: found.text)
        guard let url, let host = url.host(), !host.isEmpty, ["smtp", "smtps"].contains(url.scheme ?? ""),
            url.user() == nil, url.path().isEmpty || url.path() == "/"
        else {
            refuse(
                .notifySMTP, found,
                "an address such as `smtps://mail.shop.example`, or `smtp://mail.shop.example:587` for STARTTLS")
            return nil
        }
        let user = find(.notifyUser)
        if isUnread { return nil }
        if (user == nil) != (password == nil) {
            refuse("\(found.place): `notify.user` and `notify.password` belong together; set both, or neither")
            return nil
        }
        let login = user.flatMap { user in password.map { MailServer.Login(user: user.text, password: $0) } }
        return MailServer(url: found.text, login: login, allowsPlain: host.isLoopbackHost)
    }

    private mutating func noticeWebhook() -> DeskSettings? {
        let secret = secret(.notifySecret)
        guard let address = find(.notifyWebhook) else {
            if let secret {
                refuse("\(secret.place): `notify.secret` is set, `notify.webhook` is not; set both, or neither")
            }
            return nil
        }
        let url = URL(string: address.text)
        let isPlainInside = url?.scheme == "http" && (url?.host()?.isLoopbackHost ?? false)
        guard let url, url.host() != nil, url.scheme == "https" || isPlainInside else {
            refuse(.notifyWebhook, address, "an address that begins with `https://`; `http://` only on this machine")
            return nil
        }
        guard let secret else {
            refuse(
                "\(address.place): `notify.webhook` is set, `notify.secret` is not; notices are signed with it; set both, or neither"
            )
            return nil
        }
        return secret.value.map { DeskSettings(address: url.absoluteString, secret: $0) }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

    /// Whether this can be the address of a mailbox: nothing in it can end a line or an address of SMTP.
    fileprivate var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && count <= 254
            && unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value < 0x7F && !"<>,;\"()[]\\:".unicodeScalars.contains($0)
            }
    }
}
