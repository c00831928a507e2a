import Channels
import Synchronization

/// The simulated identity providers by name.
final class Identities: Sendable {
    private let clock: any WallClock
    private let identifiers: IdentifierSource
    private let providers = Mutex<[String: IdentityProvider]>([:])

    private static let most = 100

    init(clock: any WallClock, identifiers: IdentifierSource) {
        self.clock = clock
        self.identifiers = identifiers
    }

    subscript(name: String) -> IdentityProvider? { providers.withLock { $0[name] } }

    var names: [String] { providers.withLock { $0.keys.sorted() } }

    /// Creates a provider. It replaces one of the same name, whose keys, codes and tokens stay valid, as with a real
    /// provider whose settings are changed.
    func create(_ description: IdentityDescription) throws(SimulatorRefusal) {
        let isName =
            !description.name.isEmpty && description.name.utf8.count <= 64
            && description.name.utf8.allSatisfy(Self.belongsToNames)
        guard isName else { throw .invalid("name: `\(description.name)` is not letters, digits, `-` and `_`") }
        let isKept = providers.withLock { providers in
            let state = providers[description.name]?.state.withLock { $0.continued }
            guard providers.count < Self.most || state != nil else { return false }
            providers[description.name] = IdentityProvider(
                description, clock: clock, identifiers: identifiers, state: state ?? IdentityState())
            return true
        }
        guard isKept else { throw .conflict("there are \(Self.most) identity providers already") }
    }

    func removeAll() { providers.withLock { $0 = [:] } }

    /// Returns a value that ties a form to the page from which it was sent.
    func ticket() -> String { identifiers.uuid() }

    private static func belongsToNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
