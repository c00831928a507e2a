/// How a device writes what programs have met in more than one form, so that a bot meets all of them.
public struct WireHabits: Sendable, Hashable {
    public enum Size: String, Sendable, CaseIterable { case number, text }
    public enum Letters: String, Sendable, CaseIterable { case small, capitals }
    public enum Signature: String, Sendable, CaseIterable { case both, base64, hexadecimal }
    public enum Checksum: String, Sendable, CaseIterable { case common, other }
    public enum ReferenceKey: String, Sendable, CaseIterable { case key, dataRefSig }
    public enum Decoded: String, Sendable, CaseIterable { case wrapped, bare }
    public enum LargeReplies: String, Sendable, CaseIterable { case json, archive }

    /// `size` of a file.
    public var size = Size.number
    /// The digits of a file's key.
    public var key = Letters.small
    /// Under which names the signature of a file stands: `signature` (hexadecimal), `signature-base64`, or both.
    public var signature = Signature.both
    /// How the signature of a file is computed: as programs in the field compute it, or in a form that they do not know.
    public var checksum = Checksum.common
    /// Under which name the key of a large reply stands.
    public var referenceKey = ReferenceKey.key
    /// Whether a decoded reply stands in an object called `interactiveData`.
    public var decoded = Decoded.wrapped
    /// What a large reply is before it is packed: JSON, or a keyed archive.
    public var largeReplies = LargeReplies.json
    /// What it tells of payments.
    public var paying = PayingHabits()

    public init() {}
}

extension DeviceKind {
    /// Each kind has habits of its own.
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

    /// iMessage apps are for iPhone and iPad.
    var opensApps: Bool { self != .mac }
}

extension SimulatedDevice {
    var packsArchives: Bool { wire.largeReplies == .archive }
    var wrapsDecoded: Bool { wire.decoded == .wrapped }
}
