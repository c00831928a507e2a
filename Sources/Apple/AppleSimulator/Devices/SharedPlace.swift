import Foundation

/// A place that a customer shares.
public struct SharedPlace: Sendable, Hashable {
    /// Degrees north.
    public let latitude: Double
    /// Degrees east.
    public let longitude: Double
    public let name: String?

    static let mimeType = "text/x-vlocation"

    /// Throws `SimulatorRefusal` for degrees out of range.
    public init(latitude: Double, longitude: Double, name: String? = nil) throws(SimulatorRefusal) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else {
            throw .invalid("latitude, longitude: expected degrees from -90 to 90 and from -180 to 180")
        }
        self.latitude = latitude
        self.longitude = longitude
        self.name = name
    }

    private var degrees: String { "\(Self.text(latitude)),\(Self.text(longitude))" }

    private static func text(_ degrees: Double) -> String {
        String(format: "%.6f", locale: Locale(identifier: "en_US_POSIX"), degrees)
    }

    private var shownName: String { name ?? "Current Location" }

    /// An Apple Maps link (developer.apple.com, "Map Links").
    var link: String {
        let label = shownName.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "https://maps.apple.com/?ll=\(degrees)&q=\(label)"
    }

    var fileName: String { "CL.loc.vcf" }

    /// A vCard (RFC 2426) with the link, as Messages sends a location.
    var card: String {
        let lines = [
            "BEGIN:VCARD", "VERSION:3.0", "N:;\(escaped(shownName));;;", "FN:\(escaped(shownName))",
            "item1.URL;type=pref:\(escaped(link))", "item1.X-ABLabel:map url", "END:VCARD",
        ]
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing(";", with: "\\;")
            .replacing("\n", with: "\\n")
    }
}
