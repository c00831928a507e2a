/// Reads width and height from the header of a picture.
enum ImageHeader {
    static func pixels(of bytes: [UInt8]) -> Asset.Pixels? { png(bytes) ?? jpeg(bytes) }

    /// PNG (ISO/IEC 15948, 11.2.2): eight bytes of signature, then the chunk `IHDR` with width and height.
    private static func png(_ bytes: [UInt8]) -> Asset.Pixels? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        return Asset.Pixels(width: number(bytes[16..<20]), height: number(bytes[20..<24]))
    }

    /// JPEG (ITU-T T.81, annex B): segments after the signature until a start-of-frame segment.
    private static func jpeg(_ bytes: [UInt8]) -> Asset.Pixels? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 9 < bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return Asset.Pixels(width: number(bytes[at + 7..<at + 9]), height: number(bytes[at + 5..<at + 7]))
            }
            at += 2 + max(2, number(bytes[at + 2..<at + 4]))
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
