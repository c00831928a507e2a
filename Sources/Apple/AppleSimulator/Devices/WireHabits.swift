/// The variants in which a device writes values that programs have met in more than one form, so that a bot meets all
/// of them.
public struct WireHabits: Sendable, Hashable {
    public enum Size: String, Sendable, CaseIterable { case number, text }
    public enum Letters: String, Sendable, CaseIterable { case small, capitals }
    public enum Signature: String, Sendable, CaseIterable { case both, base64, hexadecimal }
    public enum Checksum: String, Sendable, CaseIterable { case common, other }
    public enum ReferenceKey: String, Sendable, CaseIterable { case key, dataRefSig }
    public enum Decoded: String, Sendable, CaseIterable { case wrapped, bare }
    public enum LargeReplies: String, Sendable, CaseIterable { case json, archive }

    /// The form of `size` of a file.
    public var size = Size.number
    /// The case of the digits of a file's key.
    public var key = Letters.small
    /// The names under which a file's signature is sent: `signature` (hexadecimal), `signature-base64`, or both.
    public var signature = Signature.both
    /// How a file's signature is computed: as programs in the field compute it, or in a form unknown to them.
    public var checksum = Checksum.common
    /// The name under which the key of a large reply is sent.
    public var referenceKey = ReferenceKey.key
    /// Whether a decoded reply is wrapped in an object called `interactiveData`.
    public var decoded = Decoded.wrapped
    /// The format of a large reply before compression: JSON, or a keyed archive.
    public var largeReplies = LargeReplies.json
    /// The variants in payments.
    public var paying = PayingHabits()

    public init() {}
}

extension DeviceKind {
    /// The habits of the kind.
    var habits: WireHabits {
        var habits = WireHabits()
        switch self {
        case .iphone: habits.key = .capitals
        case .oldIPhone: habits.signature = .hexadecimal
        case .mac:
            (habits.size, habits.signature, habits.referenceKey, habits.decoded) = (.text, .base64, .dataRefSig, .bare)
        }
        habits.paying = payingHabits
        return habits
    }

    /// Whether the device opens iMessage apps, which are for iPhone and iPad.
    var opensApps: Bool { self != .mac }
}

extension SimulatedDevice {
    var packsArchives: Bool { wire.largeReplies == .archive }
    var wrapsDecoded: Bool { wire.decoded == .wrapped }
}
