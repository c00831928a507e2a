/// Businesses, customers and their devices.
extension AppleSimulator {
    /// Adds a business, or replaces the one with the same id; its customers stay.
    ///
    /// Throws `SimulatorRefusal` when another business of the same MSP has a different secret.
    public func register(_ business: Business) async throws(SimulatorRefusal) {
        try await world.register(business)
    }

    /// Removes a business with its customers and devices.
    public func removeBusiness(_ id: BusinessID) throws(SimulatorRefusal) {
        try world.removeBusiness(id)
    }

    /// All businesses, sorted by id.
    public var businesses: [Business] { world.businesses }

    /// Adds a device for a customer, and creates the customer if the description names none.
    public func createDevice(_ description: DeviceDescription) throws(SimulatorRefusal) -> SimulatedDevice {
        try world.addDevice(description).description
    }

    /// Removes a device. A customer without devices cannot be reached.
    public func removeDevice(_ id: DeviceID) throws(SimulatorRefusal) {
        try world.removeDevice(id)
    }

    /// All devices in order of creation.
    public var devices: [SimulatedDevice] { world.devices.map(\.description) }

    public func device(_ id: DeviceID) throws(SimulatorRefusal) -> SimulatedDevice {
        try world.device(id).description
    }

    /// Removes customers, devices, files, faults and the log, and optionally businesses.
    ///
    /// Random draws start over. Ids of customers and messages continue, because the bot remembers the old ones.
    public func reset(businesses: Bool = false) {
        world.reset(businesses: businesses)
        store.removeAll()
        replies.removeAll()
        faults.removeAll()
        identities.removeAll()
        merchants.removeAll()
        wireLog.clear()
    }
}
