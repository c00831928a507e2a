import AppleSimulator
import Synchronization

/// Phones that have completed their conversation.
///
/// They stay switched on for a while: a server that is killed before it has recorded a delivery sends the message once
/// more.
final class Drawer: Sendable {
    private let devices = Mutex<[DeviceID]>([])
    private static let most = 500

    /// Adds a phone. Returns one that has been here long enough to be removed.
    func put(_ device: DeviceID) -> DeviceID? {
        devices.withLock { devices in
            devices.append(device)
            return devices.count > Self.most ? devices.removeFirst() : nil
        }
    }
}
