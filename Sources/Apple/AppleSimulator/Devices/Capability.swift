/// What a device can show, as `capability-list` names it. Text and rich links every device can show.
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

/// The devices that can be had without describing one.
public enum DeviceKind: String, Sendable, Hashable, CaseIterable {
    /// Everything.
    case iphone
    /// Text and rich links only.
    case oldIPhone = "old-iphone"
    /// Pickers and quick replies; forms are for iPhone and iPad.
    case mac

    var capabilities: [Capability] {
        switch self {
        case .iphone: Capability.allCases
        case .oldIPhone: []
        case .mac: [.listPicker, .timePicker, .quickReply]
        }
    }

    /// The header `device-agent`.
    var agent: String { self == .mac ? "Mac OS X" : "iPhone OS" }

    /// Vendors have seen `capability-list` percent-encoded (`LIST%2CTIME`) and plain. Macs encode it here, so that a
    /// bot meets both.
    var encodesCapabilities: Bool { self == .mac }
}

/// How a device lays out its answer to a list picker; both have been seen.
public enum ListReplyLayout: String, Sendable, Hashable, CaseIterable {
    /// The sections as they were sent, with only what was chosen in them.
    case chosen
    /// Two sections: what was chosen, then everything else.
    case groups
}
