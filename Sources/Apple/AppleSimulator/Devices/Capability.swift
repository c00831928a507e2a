/// A capability of a device, as `capability-list` names it. All devices show text and rich links.
///
/// Source: Apple, MSP REST API, Common Specifications, "HTTP Headers".
public enum Capability: String, Sendable, Hashable, CaseIterable {
    case authentication = "AUTH"
    case authentication2 = "AUTH2"
    case listPicker = "LIST"
    case timePicker = "TIME"
    case quickReply = "QUICK"
    case form = "FORM"
}

/// The predefined kinds of devices.
public enum DeviceKind: String, Sendable, Hashable, CaseIterable {
    /// Has all capabilities.
    case iphone
    /// Shows only text and rich links.
    case oldIPhone = "old-iphone"
    /// Shows pickers and quick replies; forms are for iPhone and iPad.
    case mac

    var capabilities: [Capability] {
        switch self {
        case .iphone: Capability.allCases
        case .oldIPhone: []
        case .mac: [.listPicker, .timePicker, .quickReply]
        }
    }

    /// The value of the header `device-agent`.
    var agent: String { self == .mac ? "Mac OS X" : "iPhone OS" }

    /// Whether `capability-list` is percent-encoded. Vendors have seen it encoded (`LIST%2CTIME`) and plain. Macs
    /// encode it here, so that a bot meets both.
    var encodesCapabilities: Bool { self == .mac }
}

/// The layout of a device's answer to a list picker; both have been observed.
public enum ListReplyLayout: String, Sendable, Hashable, CaseIterable {
    /// The sections as they were sent, containing only the chosen items.
    case chosen
    /// Two sections: the chosen items, then all others.
    case groups
}
