import AppleSimulator
import Synchronization

/// Phones that have come to the end of their conversation.
///
/// They stay switched on for a while: a server that is killed before it has noted a delivery sends the message once more.
final class Drawer: Sendable {
    private let devices = Mutex<[DeviceID]>([])
    private static let most = 500

    /// Puts one in. Returns one that has lain there long enough to be taken away.
    func put(_ device: DeviceID) -> DeviceID? {
        devices.withLock { devices in
            devices.append(device)
            return devices.count > Self.most ? devices.removeFirst() : nil
        }
    }
}
