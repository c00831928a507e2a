import CCurl
import Foundation

/// libcurl's callbacks while a transfer runs.
extension EasyHandle {
    /// Registers `transfer`, which must live until the handle has left the loop, for libcurl's callbacks.
    ///
    /// The closures below are C functions: they capture nothing and find the transfer through the context.
    func report(to transfer: Transfer) throws(HTTPFailure) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        try set(CURLOPT_PRIVATE, context)
        try reportAnswer(to: context)
        try reportConnection(to: context)
        if transfer.source != nil { try askForBody(from: context) }
        if transfer.hop.request.onProgress != nil { try reportProgress(to: context) }
    }

    private func reportAnswer(to context: UnsafeMutableRawPointer) throws(HTTPFailure) {
        try set(CURLOPT_HEADERDATA, context)
        try accept(
            ccurl_on_head(raw) { bytes, size, count, context in
                Transfer.at(context).takesHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    ? size * count : 0
            })
        try set(CURLOPT_WRITEDATA, context)
        try accept(
            ccurl_on_body(raw) { bytes, size, count, context in
                Transfer.at(context).takesBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    ? size * count : 0
            })
    }

    private func reportConnection(to context: UnsafeMutableRawPointer) throws(HTTPFailure) {
        try set(CURLOPT_OPENSOCKETDATA, context)
        try accept(
            ccurl_on_open_socket(raw) { context, _, address in
                guard let address, Transfer.at(context).mayConnect(to: IPAddress(ccurl_address(address))) else {
                    return CURL_SOCKET_BAD
                }
                return socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
            })
        try set(CURLOPT_PREREQDATA, context)
        try accept(
            ccurl_on_before_request(raw) { context, address, _, _, _ in
                Transfer.at(context).maySend(to: address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            })
    }

    private func askForBody(from context: UnsafeMutableRawPointer) throws(HTTPFailure) {
        try set(CURLOPT_READDATA, context)
        try accept(
            ccurl_on_read(raw) { buffer, size, count, context in
                Transfer.at(context).givesBody(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
                    ?? Int(CURL_READFUNC_ABORT)
            })
        try set(CURLOPT_SEEKDATA, context)
        try accept(
            ccurl_on_seek(raw) { context, offset, origin in
                origin == SEEK_SET && Transfer.at(context).source?.seek(to: Int64(offset)) == true
                    ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
            })
    }

    private func reportProgress(to context: UnsafeMutableRawPointer) throws(HTTPFailure) {
        try set(CURLOPT_NOPROGRESS, 0)
        try set(CURLOPT_XFERINFODATA, context)
        try accept(
            ccurl_on_progress(raw) { context, receivedTotal, received, sentTotal, sent in
                let progress = HTTPRequest.Progress(
                    sent: Int64(sent), sentTotal: sentTotal > 0 ? Int64(sentTotal) : nil,
                    received: Int64(received), receivedTotal: receivedTotal > 0 ? Int64(receivedTotal) : nil)
                return Transfer.at(context).goesOn(after: progress) ? 0 : 1
            })
    }
}

extension Transfer {
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("libcurl called back without the transfer it was given") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    fileprivate func takesHead(_ line: UnsafeRawBufferPointer) -> Bool {
        noting { () throws(HTTPFailure) in try head.take(line) }
    }

    fileprivate func takesBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        noting { () throws(HTTPFailure) in try body.append(bytes, status: head.status) }
    }

    fileprivate func givesBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = source?.read(into: buffer)
        if count == nil { failure = .interrupted("the file of the body was truncated while it was sent") }
        return count
    }

    fileprivate func goesOn(after progress: HTTPRequest.Progress) -> Bool {
        if hop.request.onProgress?(progress) == false { failure = .cancelled }
        return failure == nil
    }

    /// Called before each connection is opened, so that a refused address does not even see a connection attempt.
    fileprivate func mayConnect(to address: IPAddress?) -> Bool {
        guard hop.request.destinations.admit(address, of: hop.address) else {
            attempts.refusedAddress = describe(address)
            return false
        }
        attempts.hasAdmittedAddress = true
        return true
    }

    /// Called before each request is sent, including on a kept-alive connection, which another request without a guard
    /// may have opened.
    ///
    /// A second call means that libcurl is about to repeat a request because a kept-alive connection died before any
    /// response.
    fileprivate func maySend(to text: UnsafePointer<CChar>?) -> Bool {
        let address = { text.flatMap { IPAddress(String(cString: $0)) } }
        guard hop.request.destinations.admit(address(), of: hop.address) else {
            failure = .refusedAddress(describe(address()))
            return false
        }
        if attempts.hasBegunSending, !hop.request.mayBeRepeated {
            failure = .interrupted("the connection was closed before a response arrived")
            return false
        }
        attempts.hasBegunSending = true
        return true
    }

    private func describe(_ address: IPAddress?) -> String {
        "\(hop.address.origin.place.host) (\(address?.description ?? "not an IP address"))"
    }

    /// Returns whether `work` succeeded; its failure is kept for the end of the transfer.
    private func noting(_ work: () throws(HTTPFailure) -> Void) -> Bool {
        do throws(HTTPFailure) {
            try work()
            return true
        } catch {
            failure = error
            return false
        }
    }
}
