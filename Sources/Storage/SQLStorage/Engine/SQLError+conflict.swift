public import ConversationRuntime
public import Databases

extension SQLError: ConflictReporting {
    public var isConflict: Bool { kind == .conflict }
}
