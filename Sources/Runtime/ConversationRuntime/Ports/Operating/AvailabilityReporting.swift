/// An error of a store that may mean that it cannot be used at present.
public protocol AvailabilityReporting: Error {
    /// Whether the store did not do the work because it cannot be used at present, or did not confirm it.
    var isUnavailable: Bool { get }

    /// Whether what the work changes may have taken effect, or may do so later.
    var mayTakeEffect: Bool { get }
}
