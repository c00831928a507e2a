import Foundation
import Synchronization

/// The `Date` header of responses (RFC 9110, section 5.6.7), formatted once a second.
enum ResponseDate {
    private static let last = Mutex<(second: Int, text: String)>((0, ""))

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static var now: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(of: second)) }
            return last.text
        }
    }

    /// - Parameter second: seconds since 1970.
    static func text(of second: Int) -> String {
        var (time, parts) = (time_t(second), tm())
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        return
            "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900)"
            + " \(clock) GMT"
    }
}
