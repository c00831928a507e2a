internal import CZlib

/// Why bytes could not be decompressed.
public enum GzipError: Error, Equatable, CustomStringConvertible {
    /// The bytes are not a complete, valid gzip file.
    case broken
    /// The decompressed data exceeds the caller's limit; reading stopped there.
    case tooLarge(limit: Int)

    public var description: String {
        switch self {
        case .broken: "the body is not valid gzip"
        case .tooLarge(let limit): "the decompressed body is larger than \(limit) bytes"
        }
    }
}

/// gzip (RFC 1952) with the system's zlib, in memory and with a size limit.
public enum Gzip {
    /// Whether `bytes` begin with the gzip signature (RFC 1952, section 2.3.1).
    @inlinable public static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count >= 2 && bytes[bytes.startIndex] == 0x1F && bytes.dropFirst().first == 0x8B
    }

    /// Decompresses a complete gzip file of one member.
    ///
    /// - Parameter limit: the maximum size of the output in bytes; a file that exceeds it is refused as soon as it
    ///   does, so that a small file cannot use much memory.
    public static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        guard czlib_inflate_init(&stream, MAX_WBITS + 16) == Z_OK else { throw .broken }
        defer { inflateEnd(&stream) }

        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count * 4, limit))
        var input = bytes
        let finished = input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            return pump(&stream, into: &output, limit: limit) { inflate(&$0, Z_NO_FLUSH) }
        }
        guard output.count <= limit else { throw .tooLarge(limit: limit) }
        guard finished, stream.avail_in == 0 else { throw .broken }
        return output
    }

    /// Compresses `bytes` to a gzip file of one member.
    public static func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        var stream = z_stream()
        let ready = czlib_deflate_init(&stream, level, MAX_WBITS + 16)
        precondition(ready == Z_OK, "zlib could not be set up for packing")
        defer { deflateEnd(&stream) }

        var output: [UInt8] = []
        var input = bytes
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            _ = pump(&stream, into: &output, limit: .max) { deflate(&$0, Z_FINISH) }
        }
        return output
    }

    /// Runs `step` until zlib reaches the end, and returns whether it did.
    private static func pump(
        _ stream: inout z_stream, into output: inout [UInt8], limit: Int, step: (inout z_stream) -> Int32
    ) -> Bool {
        let chunk = 16_384
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunk) { buffer in
            while true {
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(chunk)
                let status = step(&stream)
                output.append(contentsOf: buffer[..<(chunk - Int(stream.avail_out))])
                if status == Z_STREAM_END { return true }
                guard status == Z_OK, output.count <= limit else { return false }
            }
        }
    }
}
