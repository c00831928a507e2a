public import FlowModel

/// A registry of a bot's iMessage apps.
public protocol AppSource: Sendable {
    /// Returns the app of this name in `Config/services.yaml`; `nil` when there is none.
    func app(named name: String) -> MessageApp?
}

/// A fixed list of apps.
public struct FixedApps: AppSource {
    private let apps: [MessageApp]

    public init(_ apps: [MessageApp] = []) { self.apps = apps }

    public func app(named name: String) -> MessageApp? { apps.first { $0.name == name } }
}
