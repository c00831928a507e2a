import Gzip

private let limit = 65_536

/// Any bytes as a gzip file: the decompressed data is within the limit, or the file is refused. Compressed data
/// decompresses to the original.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    if let plain = try? Gzip.decompress(input, limit: limit) {
        require(plain.count <= limit, "more comes out than is allowed")
        require(
            (try? Gzip.decompress(Gzip.compress(plain, level: 1), limit: limit)) == plain, "packed again it differs")
    }
    let packed = Gzip.compress(input, level: 1)
    require(Gzip.isCompressed(packed), "what is packed is not known again")
    require((try? Gzip.decompress(packed, limit: input.count)) == input, "unpacked it differs")
    if !input.isEmpty {
        do throws(GzipError) {
            _ = try Gzip.decompress(packed, limit: input.count - 1)
            preconditionFailure("more comes out than is allowed")
        } catch {
            require(error == .tooLarge(limit: input.count - 1), "it is refused for another reason")
        }
    }
    return 0
}
