public import Channels
public import CurlClient
import Expressions
import Foundation
import Gzip
import Synchronization

/// Fetches link previews from the Open Graph metadata of web pages (ogp.me).
///
/// Errors are not fatal: a message waits a few seconds at most and is then sent without a preview. Only pages with
/// public addresses are fetched. Responses are limited in size, and results are cached for a while, including the
/// result that a page has no preview.
public final class LinkPreviews: LinkPreviewSource {
    private struct Known {
        let preview: LinkPreview?
        let until: Moment
    }

    private let client: CurlClient
    private let clock: any WallClock
    private let destinations: Destinations
    private let timeout: Duration
    private let largestPicture: Int
    private let known = Mutex<[String: Known]>([:])

    private static let most = 50
    private static let life = TimeLength.hours(6)
    private static let lifeOfFailures = TimeLength.minutes(5)
    private static let largestPage = 512 * 1024

    /// - Parameters:
    ///   - largestPicture: the maximum size of a picture in bytes; a larger one is left out.
    ///   - timeout: the time limit for page and picture together.
    public init(
        client: CurlClient, clock: any WallClock, destinations: Destinations = .publicOnly(except: []),
        largestPicture: Int, timeout: Duration = .seconds(5)
    ) {
        self.timeout = timeout
        self.largestPicture = largestPicture
        self.client = client
        self.clock = clock
        self.destinations = destinations
    }

    public func preview(of address: String) async -> LinkPreview? {
        let now = clock.now
        if let known = known.withLock({ $0[address] }), known.until > now { return known.preview }
        let preview = await asked(address)
        remember(Known(preview: preview, until: now + (preview == nil ? Self.lifeOfFailures : Self.life)), of: address)
        return preview
    }

    private func remember(_ new: Known, of address: String) {
        known.withLock { known in
            if known.count >= Self.most, known[address] == nil,
                let oldest = known.min(by: { $0.value.until < $1.value.until })
            {
                known[oldest.key] = nil
            }
            known[address] = new
        }
    }

    private func asked(_ address: String) async -> LinkPreview? {
        let begin = ContinuousClock.now
        guard let page = await fetch(address, "text/html", Self.largestPage, within: timeout),
            let head = Self.head(of: page)
        else { return nil }
        var preview = LinkPreview(
            title: head.pageTitle, description: head.pageDescription, author: head.pageAuthor,
            video: head.video(on: address))
        let left = timeout - begin.duration(to: .now)
        if let picture = head.picture(on: address), left > .zero {
            preview.picture = await fetch(picture, "image/", largestPicture, within: left).map { response in
                let kind = (response.header("Content-Type") ?? "").prefix { $0 != ";" && !$0.isWhitespace }
                return LinkPreview.Picture(bytes: response.body, kind: kind.lowercased())
            }
        }
        return preview.title == nil && preview.picture == nil ? nil : preview
    }

    /// Returns the response when its media type is the wanted one; `nil` for anything else.
    private func fetch(_ address: String, _ kind: String, _ limit: Int, within timeout: Duration) async -> HTTPResponse?
    {
        var request = HTTPRequest("GET", address)
        request.headers = [HTTPHeader(name: "Accept", value: kind.hasSuffix("/") ? kind + "*" : kind)]
        request.timeout = timeout
        request.destinations = destinations
        request.redirects = 3
        request.responseLimit = limit
        guard let response = try? await client.send(request), response.status == 200,
            response.header("Content-Type")?.lowercased().hasPrefix(kind) ?? false
        else { return nil }
        return response
    }

    private static func head(of page: HTTPResponse) -> PageHead? {
        var body = page.body
        if Gzip.isCompressed(body) {
            guard let unpacked = try? Gzip.decompress(body, limit: largestPage) else { return nil }
            body = unpacked
        }
        return PageHead(PageText(body, contentType: page.header("Content-Type") ?? "").text)
    }
}
