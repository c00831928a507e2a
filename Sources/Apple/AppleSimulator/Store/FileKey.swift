/// The key with which one file is encrypted: 32 random bytes, used once.
///
/// On the wire it is hexadecimal, in either case, with `00` before it. (developer.apple.com, "Encrypting an
/// Attachment".)
struct FileKey: Sendable, Hashable {
    let bytes: [UInt8]

    init() {
        var chance = SystemRandomNumberGenerator()
        bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
    }

    init?(wire: String) {
        guard let bytes = Hexadecimal.bytes(wire), bytes.count == 33, bytes[0] == 0 else { return nil }
        self.bytes = Array(bytes.dropFirst())
    }

    func wire(capitals: Bool = false) -> String { Hexadecimal.text([0] + bytes, capitals: capitals) }
}
