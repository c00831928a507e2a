public import ConversationRuntime
public import Databases

extension SQLError: AvailabilityReporting {
    public var isUnavailable: Bool { kind == .unavailable || kind == .unknown }

    public var mayTakeEffect: Bool { kind == .unknown }
}
