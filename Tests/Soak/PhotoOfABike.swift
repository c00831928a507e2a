/// The file that customers send: it begins like a JPEG.
enum PhotoOfABike {
    static let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 20_000)
}
