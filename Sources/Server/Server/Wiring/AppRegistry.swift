import AppleMessages
import FlowModel
import Synchronization

/// The iMessage apps of the running bot; they are replaced together with it.
final class AppRegistry: AppSource {
    private let apps: Mutex<[MessageApp]>

    init(_ apps: [MessageApp]) { self.apps = Mutex(apps) }

    func use(_ apps: [MessageApp]) { self.apps.withLock { $0 = apps } }

    func app(named name: String) -> MessageApp? { apps.withLock { $0.first { $0.name == name } } }
}
