import CurlClient
import Foundation
import OpenTelemetry

extension SettingsReader {
    /// The path that collectors expect (OpenTelemetry Protocol Specification, OTLP/HTTP Request).
    private static let standardPath = "/v1/traces"

    /// Reads where traces go; `nil` when nowhere.
    mutating func tracing() -> CollectorSettings? {
        let headers = secret(.tracingHeaders)
        let share = share()
        guard let found = find(.tracingEndpoint) else {
            if let headers {
                refuse("\(headers.place): `tracing.headers` is set, `tracing.endpoint` is not; set both, or neither")
            }
            return nil
        }
        guard let endpoint = Self.endpoint(found.text) else {
            refuse(.tracingEndpoint, found, "an address such as `http://127.0.0.1:4318`")
            return nil
        }
        if headers != nil, endpoint.scheme == "http", endpoint.host()?.isLoopbackHost != true {
            refuse(
                .tracingEndpoint, found,
                "an address that begins with `https://`, because `tracing.headers` would be readable on the network")
            return nil
        }
        let list = headers.flatMap { fields(of: $0.value ?? "", at: $0.place) } ?? []
        return CollectorSettings(endpoint: endpoint.absoluteString, headers: list, share: share)
    }

    /// The URL to which requests are posted: an address without a path gets that of the protocol.
    private static func endpoint(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host()?.isEmpty == false,
            url.user() == nil, url.fragment() == nil
        else { return nil }
        return url.path().isEmpty || url.path() == "/" ? url.appending(path: standardPath) : url
    }

    private mutating func share() -> Double {
        guard let found = find(.tracingSample) else { return 1 }
        if let share = Double(found.text), (0...1).contains(share) { return share }
        refuse(.tracingSample, found, "a number from 0 to 1")
        return 1
    }

    /// Reads headers, one a line. What is wrong is reported without its value, which is a secret.
    private mutating func fields(of text: String, at place: String) -> [HTTPHeader] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), parts[0].utf8.allSatisfy(Self.isOfName) else {
                refuse("\(place): `tracing.headers` has a line that is not a header; expected `Name: value`")
                return nil
            }
            return HTTPHeader(name: parts[0], value: parts[1])
        }
    }

    /// Whether a byte may be part of the name of a header (RFC 9110, section 5.6.2), as far as names in use have them.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
