/// The id of a `Subject`: a business, a customer or a device.
public struct SimulatorID<Subject>: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    public var description: String { text }
}

extension SimulatorID {
    /// Checks that the id can travel in headers: visible ASCII without spaces. `name` is the caller's name for this id.
    func check(_ name: String) throws(SimulatorRefusal) {
        guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalid("\(name): expected 1 to 256 visible ASCII characters without spaces")
        }
    }
}

/// The id that Apple assigns to a business, a UUID without `urn:biz:`.
public typealias BusinessID = SimulatorID<Business>

/// The opaque id under which one business knows one customer: `urn:mbid:` and 160 characters of base64.
public typealias CustomerID = SimulatorID<CustomerSubject>

/// The id of a device of the simulation, such as `d1`.
public typealias DeviceID = SimulatorID<SimulatedDevice>

/// Distinguishes the ids of customers from other ids.
public enum CustomerSubject {}
