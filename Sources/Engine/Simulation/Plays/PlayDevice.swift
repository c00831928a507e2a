public import MessageModel

/// The devices on which conversations are played side by side.
public enum PlayDevice: String, Sendable, CaseIterable {
    case iphone
    /// Shows text and links; apps and payments open their own bubbles, as Apple falls back for them.
    case oldIphone = "old-iphone"
    /// Shows pickers and quick replies; forms and sign-ins are for iPhone and iPad.
    case mac
    case web
    /// Shows text only: payments and apps are links.
    case textOnly = "text-only"
    /// The device of the transcript's `given:` lines, an iPhone without any: what `usher test` plays.
    case asWritten = "as-written"

    /// What the device can show; `nil` where the transcript says it.
    public var device: Device? {
        switch self {
        case .iphone: World.standardDevice
        case .oldIphone: Device(channel: .apple, capabilities: [])
        case .mac: Device(channel: .apple, capabilities: [.quick, .list, .time])
        case .web: .web
        case .textOnly: .textOnly
        case .asWritten: nil
        }
    }
}

extension Device {
    /// A device that shows text only, as `given: device is text only` says it.
    static let textOnly = Device(channel: .apple, capabilities: [], lacks: [.pay, .app])
}
