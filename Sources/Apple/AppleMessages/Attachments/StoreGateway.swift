import Channels
import CurlClient
import Foundation
import JSON

/// The two requests to Apple's gateway that precede a transfer: where to upload a file, and where to download one (MSP
/// REST API, Uploading and Downloading an Attachment).
struct StoreGateway: Sendable {
    struct Place: Sendable {
        /// The address for the upload.
        let address: String
        /// The address that messages carry instead.
        let url: String
        let owner: String
    }

    let gateway: String
    let token: GatewayToken
    let client: CurlClient
    let clock: any WallClock

    private static let longestAnswer = 64 * 1024

    func placeForUpload(of size: Int, business: String) async throws(StoreFailure) -> Place {
        let answer = try await ask("preUpload", business, [HTTPHeader(name: "MMCS-Size", value: String(size))])
        guard let address = answer["upload-url"]?.string, let url = answer["mmcs-url"]?.string,
            let owner = answer["mmcs-owner"]?.string
        else { throw .unusable("the response to preUpload is incomplete") }
        return Place(address: try checked(address), url: url, owner: owner)
    }

    /// Both spellings of the headers are sent: the one in Apple's current samples, and the one that existing programs
    /// have used for long.
    func placeForDownload(of source: FileSource, business: String) async throws(StoreFailure) -> String {
        let signature = Data(source.signature).base64EncodedString()
        let values = [("Url", source.url), ("Signature", signature), ("Owner", source.owner)]
        let headers = values.flatMap { name, value in
            [HTTPHeader(name: "MMCS-\(name)", value: value), HTTPHeader(name: name.lowercased(), value: value)]
        }
        let answer = try await ask("preDownload", business, headers)
        guard let address = answer["download-url"]?.string else {
            throw .unusable("the response to preDownload is incomplete")
        }
        return try checked(address)
    }

    /// Sends a request to an address that the gateway returned.
    ///
    /// The gateway may name its own host and public hosts, but no other host of the private network.
    func perform(_ request: HTTPRequest) async throws(StoreFailure) -> HTTPResponse {
        var request = request
        if isEncrypted { request.destinations = .publicOnly(except: Set(ownHost.map { [$0] } ?? [])) }
        let response = try await send(request)
        switch response.status {
        case 200..<300: return response
        case 404, 410: throw .expired
        default: throw .refused(status: response.status)
        }
    }

    private func ask(
        _ question: String, _ business: String, _ headers: [HTTPHeader]
    ) async throws(StoreFailure) -> JSONValue {
        var request = HTTPRequest("GET", "\(gateway)/\(question)")
        request.headers =
            [
                HTTPHeader(name: "Authorization", value: "Bearer \(token.token(at: clock.now))"),
                HTTPHeader(name: "source-id", value: business),
            ] + headers
        request.responseLimit = Self.longestAnswer
        let response = try await send(request)
        switch response.status {
        case 200..<300: break
        case 404, 410: throw .expired
        default: throw .refused(status: response.status)
        }
        do {
            return try JSONValue(parsing: response.body)
        } catch {
            throw .unusable("the response to \(question) is not JSON")
        }
    }

    private func send(_ request: HTTPRequest) async throws(StoreFailure) -> HTTPResponse {
        do throws(HTTPFailure) {
            return try await client.send(request)
        } catch {
            throw StoreFailure(error)
        }
    }

    /// Returns the address if it is encrypted or the gateway itself is not, which is allowed only for a gateway on this
    /// machine.
    func checked(_ address: String) throws(StoreFailure) -> String {
        guard !isEncrypted || address.lowercased().hasPrefix("https://") else {
            throw .unusable("the gateway returned an address without `https`")
        }
        return address
    }

    private var isEncrypted: Bool { gateway.lowercased().hasPrefix("https://") }
    private var ownHost: HostPort? { URL(string: gateway)?.host.map { HostPort(host: $0) } }
}
