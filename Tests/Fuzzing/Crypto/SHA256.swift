/// Replaces swift-crypto while fuzzing, where only one property matters: the same bytes for the same text.
public enum SHA256 {
    public static func hash(data: some Sequence<UInt8>) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (0..<32).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 % 8 * 8)) }
    }
}
