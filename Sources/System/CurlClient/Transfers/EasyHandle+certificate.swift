import CCurl
import Foundation

extension EasyHandle {
    /// When the certificate of the server ends, in seconds since 1970; `nil` when that is not known.
    var certificateEnd: Int? {
        guard let chain = ccurl_certificates(raw), chain.pointee.num_of_certs > 0 else { return nil }
        // The first certificate is the server's own.
        var line = chain.pointee.certinfo?[0]
        while let present = line {
            let text = String(cString: present.pointee.data)
            if text.hasPrefix(Self.label) { return Self.moment(of: String(text.dropFirst(Self.label.count))) }
            line = present.pointee.next
        }
        return nil
    }

    private static let label = "Expire date:"

    /// Reads a time as libcurl writes it, which depends on its version: `Aug 17 12:00:00 2027 GMT`, or
    /// `2027-08-17 12:00:00 GMT`.
    static func moment(of text: String) -> Int? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        // Days below 10 are padded with a space.
        let text = text.split(separator: " ").joined(separator: " ")
        for pattern in ["MMM d HH:mm:ss yyyy 'GMT'", "yyyy-MM-dd HH:mm:ss 'GMT'"] {
            format.dateFormat = pattern
            if let date = format.date(from: text) { return Int(date.timeIntervalSince1970) }
        }
        return nil
    }
}
