import CCurl

extension CurlClient {
    /// The version of the libcurl that this program runs with.
    public static var libraryVersion: String {
        // Such as `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13`.
        let words = curl_version().map { String(cString: $0) } ?? ""
        return words.split(separator: " ").first?.split(separator: "/").last.map { String($0) } ?? "unknown"
    }
}
