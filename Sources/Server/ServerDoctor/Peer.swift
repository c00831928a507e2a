import Expressions
import FlowModel
import Foundation
import Server

/// Another system that the server needs: one that flows call, or one that is notified.
struct Peer: Sendable, Hashable {
    let subject: String
    /// The base of its addresses, such as `https://api.shop.example`.
    let origin: String
    let host: String

    /// - Returns: `nil` for an address of which the host is not known in advance.
    init?(_ subject: String, of address: String) {
        guard let url = URL(string: address), let scheme = url.scheme, let host = url.host(), !host.isEmpty else {
            return nil
        }
        self.subject = subject
        self.host = host
        let name = host.contains(":") ? "[\(host)]" : host
        origin = "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "")
    }

    /// All peers, each once.
    static func all(of settings: ServerSettings, _ bot: Bot?) -> [Peer] {
        let providers = bot?.providers.flatMap { [$0.discovery, $0.authorize, $0.token, $0.userinfo] } ?? []
        let notices = settings.notices?.webhook.map { $0.address }
        let peers =
            (bot?.actions ?? []).compactMap { $0.address.flatMap { Peer("calls", of: $0) } }
            + providers.compactMap { $0.flatMap { Peer("sign-in", of: $0) } }
            + [
                settings.desk.flatMap { Peer("agent desk", of: $0.address) },
                notices.flatMap { Peer("notices", of: $0) },
            ]
            .compactMap(\.self)
        var seen: Set<Peer> = []
        return peers.filter { seen.insert($0).inserted }
    }
}

extension Action {
    /// The fixed beginning of its address; `nil` for actions without one.
    fileprivate var address: String? {
        guard case .http(let target) = target, case .text(let text)? = target.address.parts.first else { return nil }
        return text
    }
}
