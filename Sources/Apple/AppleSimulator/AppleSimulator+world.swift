/// Who there is: businesses, customers with their devices.
extension AppleSimulator {
    /// Gives a business an account, or replaces the account of the same id; its customers stay.
    ///
    /// Throws `SimulatorRefusal` when another business of the same MSP has a different secret.
    public func register(_ business: Business) async throws(SimulatorRefusal) {
        try await world.register(business)
    }

    /// Ends an account; the business's customers and devices go with it.
    public func removeBusiness(_ id: BusinessID) throws(SimulatorRefusal) {
        try world.removeBusiness(id)
    }

    /// By id.
    public var businesses: [Business] { world.businesses }

    /// Gives a customer a device, and makes the customer when the description names none.
    public func createDevice(_ description: DeviceDescription) throws(SimulatorRefusal) -> SimulatedDevice {
        try world.addDevice(description).description
    }

    /// Takes a device away. A customer without devices cannot be reached.
    public func removeDevice(_ id: DeviceID) throws(SimulatorRefusal) {
        try world.removeDevice(id)
    }

    /// In the order they were made.
    public var devices: [SimulatedDevice] { world.devices.map(\.description) }

    public func device(_ id: DeviceID) throws(SimulatorRefusal) -> SimulatedDevice {
        try world.device(id).description
    }

    /// Forgets customers, devices, files, faults and the log; businesses too when that is asked for.
    ///
    /// Chance begins again. Ids of customers and messages go on, because the bot remembers the old ones.
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
