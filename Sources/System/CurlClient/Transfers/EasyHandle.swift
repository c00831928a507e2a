import CCurl

/// A libcurl handle, reused for one transfer after another, and the memory that must live as long as it does.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headerLines: UnsafeMutablePointer<curl_slist>?

    init() {
        guard let raw = curl_easy_init() else { preconditionFailure("there is no memory for libcurl") }
        self.raw = raw
        errorText.initialize(repeating: 0)
    }

    deinit {
        curl_easy_cleanup(raw)
        curl_slist_free_all(headerLines)
        errorText.deallocate()
    }

    /// Resets every option; connections, resolved names and TLS sessions are kept.
    func reset() {
        curl_easy_reset(raw)
        curl_slist_free_all(headerLines)
        headerLines = nil
        errorText[0] = 0
    }

    /// libcurl's message about the failure, or its general description of `code`.
    func reason(for code: CURLcode) -> String {
        guard errorText[0] != 0, let text = errorText.baseAddress else {
            return String(cString: curl_easy_strerror(code))
        }
        return String(cString: text)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_number(raw, info, &value) == CURLE_OK ? value : 0
    }
}

extension EasyHandle {
    func set(_ option: CURLoption, _ number: Int) throws(HTTPFailure) {
        try accept(ccurl_set_number(raw, option, number))
    }

    func set(_ option: CURLoption, size: Int64) throws(HTTPFailure) {
        try accept(ccurl_set_size(raw, option, curl_off_t(size)))
    }

    /// libcurl keeps a copy of the text. `nil` clears the option.
    func set(_ option: CURLoption, _ text: String?) throws(HTTPFailure) {
        guard let text else { return try accept(ccurl_set_text(raw, option, nil)) }
        // An argument of type `String` would be copied first, which these do each time that a message is sent.
        try accept(text.withCString { ccurl_set_text(raw, option, $0) })
    }

    func set(_ option: CURLoption, _ pointer: UnsafeMutableRawPointer?) throws(HTTPFailure) {
        try accept(ccurl_set_pointer(raw, option, pointer))
    }

    /// The lines are kept until the handle is reset, because libcurl does not copy them.
    ///
    /// - Parameter lines: each in libcurl's format, ended by a 0.
    func setHeaders(_ lines: [[UInt8]]) throws(HTTPFailure) {
        for line in lines {
            let longer = line.withUnsafeBytes {
                curl_slist_append(headerLines, $0.assumingMemoryBound(to: CChar.self).baseAddress)
            }
            guard let longer else {
                throw .badRequest("its headers are too long")
            }
            headerLines = longer
        }
        try accept(ccurl_set_headers(raw, headerLines))
    }

    /// The addresses are kept until the handle is reset, because libcurl does not copy them.
    func setRecipients(_ addresses: [String]) throws(HTTPFailure) {
        for address in addresses {
            guard let longer = curl_slist_append(headerLines, "<\(address)>") else {
                throw .badRequest("it has too many recipients")
            }
            headerLines = longer
        }
        try accept(ccurl_set_recipients(raw, headerLines))
    }

    func captureErrors() throws(HTTPFailure) {
        try set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText.baseAddress))
    }

    /// A rejected option must not be ignored: it may be the one that keeps a request from going astray.
    func accept(_ code: CURLcode) throws(HTTPFailure) {
        guard code == CURLE_OK else {
            throw .badRequest("libcurl rejected it: \(String(cString: curl_easy_strerror(code)))")
        }
    }
}
