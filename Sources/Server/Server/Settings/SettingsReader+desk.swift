import Foundation

extension SettingsReader {
    /// Reads the agent desk's address and secret, which must both be set or neither.
    mutating func desk() -> DeskSettings? {
        let secret = secret(.handoverSecret)
        guard let address = find(.handoverWebhook) else {
            if let secret {
                refuse("\(secret.place): `handover.secret` is set, `handover.webhook` is not; set both, or neither")
            }
            return nil
        }
        let url = URL(string: address.text)
        let isPlainInside = url?.scheme == "http" && (url?.host()?.isLoopbackHost ?? false)
        guard let url, url.host() != nil, url.scheme == "https" || isPlainInside else {
            refuse(.handoverWebhook, address, "an address that begins with `https://`; `http://` only on this machine")
            return nil
        }
        guard let secret else {
            refuse(
                "\(address.place): `handover.webhook` is set, `handover.secret` is not; the desk authenticates calls with it; set both, or neither"
            )
            return nil
        }
        return secret.value.map { DeskSettings(address: url.absoluteString, secret: $0) }
    }
}
