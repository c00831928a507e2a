public import FlowModel

/// Knows the iMessage apps of a bot.
public protocol AppSource: Sendable {
    /// The app of that name in `Config/services.yaml`, or `nil` when there is none.
    func app(named name: String) -> MessageApp?
}

/// Apps that do not change.
public struct FixedApps: AppSource {
    private let apps: [MessageApp]

    public init(_ apps: [MessageApp] = []) { self.apps = apps }

    public func app(named name: String) -> MessageApp? { apps.first { $0.name == name } }
}
