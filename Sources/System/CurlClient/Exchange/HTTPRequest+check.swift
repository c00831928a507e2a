extension HTTPRequest {
    /// Rejects anything that would not be exactly one well-formed request on the wire.
    ///
    /// A line break in a header would allow the author of the value to inject headers, or a second request.
    func check() throws(HTTPFailure) {
        guard method.isToken else { throw .badRequest("its method is not a valid token") }
        if method == "HEAD", body != nil { throw .badRequest("HEAD has no body") }
        for header in headers { try header.check() }
    }

    /// Whether the method is idempotent (RFC 9110, 9.2.2), unless the request overrides it.
    var mayBeRepeated: Bool {
        repeatable ?? ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method)
    }
}

extension HTTPHeader {
    fileprivate func check() throws(HTTPFailure) {
        guard name.isToken else { throw .badRequest("the name of a header is not a valid token") }
        guard !value.hasByte({ $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            throw .badRequest("the header `\(name)` contains a line break or a zero byte")
        }
        guard !isNamed("Content-Length"), !isNamed("Transfer-Encoding") else {
            throw .badRequest("the client sets the header `\(name)` itself")
        }
    }
}

extension String {
    /// RFC 9110, 5.6.2: the characters allowed in a method or header name.
    fileprivate var isToken: Bool {
        !isEmpty && !hasByte { $0 >= 0x7F || Self.delimiters[Int($0)] }
    }

    /// Whether one of the bytes is such a one; each message has hundreds of them.
    fileprivate func hasByte(_ isSuch: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            for byte in bytes where isSuch(byte) { return true }
            return false
        }
    }

    /// The bytes below 0x7F that are in no token.
    private static let delimiters = (0..<UInt8(0x7F)).map { byte in
        byte <= 0x20 || "\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
}
