import Synchronization

/// All objects of the simulated Apple: businesses with their providers, customers, and their devices.
final class World: Sendable {
    fileprivate struct State {
        var businesses: [BusinessID: Business] = [:]
        var providers: [String: Provider] = [:]
        var customers: [CustomerID: Customer] = [:]
        var devices: [DeviceID: Device] = [:]
        var lastDevice = 0
    }

    fileprivate let state = Mutex(State())
    private let identifiers: IdentifierSource
    private let memory: MemoryLimits

    init(identifiers: IdentifierSource, memory: MemoryLimits) {
        self.identifiers = identifiers
        self.memory = memory
    }

    func provider(_ id: String) -> Provider? { state.withLock { $0.providers[id] } }

    func business(_ id: BusinessID) -> Business? { state.withLock { $0.businesses[id] } }

    func customer(_ id: CustomerID) -> Customer? { state.withLock { $0.customers[id] } }

    func device(_ id: DeviceID) throws(SimulatorRefusal) -> Device {
        guard let device = state.withLock({ $0.devices[id] }) else {
            throw .notFound("there is no device `\(id)`; `POST /simulator/devices` makes one")
        }
        return device
    }

    /// All businesses, sorted by id.
    var businesses: [Business] {
        state.withLock { Array($0.businesses.values) }.sorted { $0.id.text < $1.id.text }
    }

    /// All devices in order of creation.
    var devices: [Device] { state.withLock { Array($0.devices.values) }.sorted { $0.number < $1.number } }

    var customerCount: Int { state.withLock { $0.customers.count } }
}

extension World {
    /// Adds a business, or replaces the one with the same id; its customers and devices stay.
    func register(_ business: Business) async throws(SimulatorRefusal) {
        let provider = Provider(id: business.mspID, secret: business.secret)
        let fits = state.withLock { state in
            let others = state.businesses.values.filter { $0.mspID == business.mspID && $0.id != business.id }
            guard others.allSatisfy({ $0.secret == business.secret }) else { return false }
            state.businesses[business.id] = business
            if state.providers[provider.id]?.secret != provider.secret { state.providers[provider.id] = provider }
            state.forgetIdleProviders()
            return true
        }
        guard fits else {
            throw .conflict(
                "secret: another business of the MSP `\(business.mspID)` has a different secret; an MSP has one")
        }
    }

    /// Removes a business with its customers and their devices.
    func removeBusiness(_ id: BusinessID) throws(SimulatorRefusal) {
        let removed: [Device]? = state.withLock { state in
            guard state.businesses.removeValue(forKey: id) != nil else { return nil }
            state.forgetIdleProviders()
            state.customers = state.customers.filter { $0.value.business != id }
            let removed = state.devices.values.filter { $0.description.business == id }
            for device in removed { state.devices[device.description.id] = nil }
            return removed
        }
        guard let removed else { throw .notFound("there is no business `\(id)`") }
        for device in removed { device.close() }
    }

    /// Adds a device for a customer, and creates the customer if the description names none that is known.
    func addDevice(_ wanted: DeviceDescription) throws(SimulatorRefusal) -> Device {
        try wanted.check()
        return try state.withLock { state throws(SimulatorRefusal) in
            guard state.businesses[wanted.business] != nil else {
                throw .notFound("business: there is no business `\(wanted.business)`; register it first")
            }
            let customer = try customer(for: wanted, in: &state)
            state.lastDevice += 1
            let device = Device(number: state.lastDevice, wanted, customer: customer, memory: memory)
            state.devices[device.description.id] = device
            customer.add(device)
            return device
        }
    }

    private func customer(
        for wanted: DeviceDescription, in state: inout State
    ) throws(SimulatorRefusal) -> Customer {
        let id = wanted.customer ?? CustomerID(identifiers.customer())
        if let known = state.customers[id] {
            guard known.business == wanted.business else {
                throw .conflict("customer: this is a customer of `\(known.business)`; every business has its own")
            }
            return known
        }
        let customer = Customer(id: id, business: wanted.business)
        state.customers[id] = customer
        return customer
    }

    func removeDevice(_ id: DeviceID) throws(SimulatorRefusal) {
        let device = try device(id)
        state.withLock { $0.devices[id] = nil }
        device.customer.remove(device)
        device.close()
    }

    /// Removes customers and devices, and with `businesses` those too.
    func reset(businesses: Bool) {
        let removed = state.withLock { state in
            defer {
                state.customers = [:]
                state.devices = [:]
                if businesses { (state.businesses, state.providers) = ([:], [:]) }
            }
            return Array(state.devices.values)
        }
        for device in removed { device.close() }
    }
}

extension World.State {
    fileprivate mutating func forgetIdleProviders() {
        let busy = Set(businesses.values.map(\.mspID))
        providers = providers.filter { busy.contains($0.key) }
    }
}
