extension AskedQuestion {
    /// Whether a device shows the question in the form that its flow asks for; anything else is a fallback.
    ///
    /// Answers without `as` may be buttons or a list. Typed questions look the same everywhere.
    public func hasOwnForm(on device: Device) -> Bool {
        switch kind {
        case .choice(let choice): choice.hasOwnForm(on: device.capabilities)
        case .times: device.capabilities.contains(.time)
        case .text, .number, .money, .date, .photo, .file, .place: true
        case .signIn: device.signsIn
        case .pay: device.has(.pay)
        case .app: device.has(.app)
        case .form: device.capabilities.contains(.form)
        }
    }
}

extension AskedChoice {
    fileprivate func hasOwnForm(on device: Capabilities) -> Bool {
        switch style {
        case .numbers: true
        case .buttons: device.contains(.quick)
        case .list, .cards: device.contains(.list)
        case .automatic: device.contains(.list) || wantsButtons && device.contains(.quick)
        }
    }
}
