import Foundation

extension AskedQuestion {
    /// A question that a service answers, natively where the device supports it, otherwise as a link.
    func servicePresentation(on device: Device) -> Presentation {
        switch kind {
        case .signIn(let signIn) where device.signsIn && !signIn.asksCode:
            own(.signIn, .signIn(SignInMessage(question: id, bubble: bubble, signIn: signIn)))
        case .pay(let pay) where device.has(.pay):
            own(.pay, .pay(PayMessage(question: id, bubble: bubble, pay: pay)))
        case .app(let app) where device.has(.app):
            own(.app, .app(AppMessage(question: id, bubble: bubble, app: app)))
        case .signIn(let signIn):
            link(LinkMessage(question: id, words: signIn.linkWords, target: .signIn(signIn)))
        case .pay(let pay): link(LinkMessage(question: id, words: pay.linkWords, target: .pay(pay)))
        case .app(let app): link(LinkMessage(question: id, words: "", target: .address(app.webAddress ?? "")))
        default: Presentation(form: .text, messages: [.text(prompt)])
        }
    }

    private func own(_ form: Presentation.Form, _ message: Message) -> Presentation {
        Presentation(form: form, messages: hasOwnTitle ? [.text(prompt), message] : [message])
    }

    private func link(_ message: LinkMessage) -> Presentation {
        Presentation(form: .link, messages: [.text(prompt), .link(message)])
    }
}

extension AskedApp {
    /// The address for devices without the app, with the app's data in its query; `nil` without one.
    public var webAddress: String? {
        guard let web else { return nil }
        return data.isEmpty ? web : web + (web.contains("?") ? "&" : "?") + query
    }

    /// The app's data as the query of an address.
    public var query: String { data.map { "\($0.name.inQuery)=\($0.text.inQuery)" }.joined(separator: "&") }
}

extension String {
    /// Percent-encoded except for letters, digits and `-._~` (RFC 3986, section 2.3).
    fileprivate var inQuery: String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
