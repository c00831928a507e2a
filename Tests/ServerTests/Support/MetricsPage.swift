import CurlClient
import Foundation
import TestSupport
import Testing

/// A page in Prometheus's text format, parsed as strictly as Prometheus does.
struct MetricsPage {
    /// The values by name and labels as they are written, such as `usher_events_total{kind="heard"}`.
    private(set) var values: [String: Double] = [:]
    /// The type of each family.
    private(set) var types: [String: String] = [:]

    init(_ text: String) throws {
        try #require(text.hasSuffix("\n"))
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
                #expect(types[String(help.1)] == nil, "the help of a family stands before its type")
            } else if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
                #expect(types.updateValue(String(type.2), forKey: String(type.1)) == nil, "\(line)")
            } else {
                try add(String(line))
            }
        }
    }

    private mutating func add(_ line: String) throws {
        let sample = try #require(
            line.wholeMatch(
                of: /(([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (\S+)/),
            "\(line) is no sample")
        let name = String(sample.2)
        let family = name.replacing(/_(bucket|sum|count)$/, with: "")
        #expect(types[name] != nil || types[family] == "histogram", "\(line) stands below no family")
        let value = try #require(Double(String(sample.3).replacing("+Inf", with: "inf")), "\(line) has no number")
        #expect(values.updateValue(value, forKey: String(sample.1)) == nil, "\(line) stands twice")
    }

    subscript(sample: String) -> Double? { values[sample] }
}

extension TestServer {
    /// Returns the server's metrics, requested with this token.
    func metrics(token: String = Account.operatorToken) async throws -> MetricsPage {
        let response = try await getMetrics(authorization: "Bearer \(token)")
        try #require(response.status == 200)
        #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        return try MetricsPage(String(decoding: response.body, as: UTF8.self))
    }

    func getMetrics(authorization: String?) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("GET", url + "/metrics")
        if let authorization { request.headers.append(HTTPHeader(name: "Authorization", value: authorization)) }
        return try await client.send(request)
    }
}
