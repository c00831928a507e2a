/// The name of a `Subject`: a business, a customer or a device.
public struct SimulatorID<Subject>: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    public var description: String { text }
}

/// The id Apple gives a business, a UUID without `urn:biz:`.
public typealias BusinessID = SimulatorID<Business>

/// The opaque id under which one business knows one customer: `urn:mbid:` and 160 characters of base64.
public typealias CustomerID = SimulatorID<CustomerSubject>

/// The id of a device of the simulation, such as `d1`.
public typealias DeviceID = SimulatorID<SimulatedDevice>

/// Tells the ids of customers from those of others.
public enum CustomerSubject {}
