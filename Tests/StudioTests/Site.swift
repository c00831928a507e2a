import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import NIOEmbedded
import Projects
import Server
import Synchronization
import TestSupport

@testable import Studio

/// A studio of a small project, without a network.
final class Site: Sendable {
    static let port = 8080

    let folder: TemporaryFolder
    let site: StudioSite
    let log = LogRecorder()
    private let responder: RouterResponder<BasicRequestContext>

    convenience init(publication: PublishedFlows? = nil) throws {
        try self.init(in: TemporaryFolder(), publication: publication)
    }

    /// - Parameters:
    ///   - publication: the flows that customers have.
    ///   - server: the server that customers talk to.
    init(in folder: TemporaryFolder, publication: PublishedFlows? = nil, server: StudioServer? = nil) throws {
        self.folder = folder
        try folder.write(Self.bot, to: "Flows/bot.yaml")
        try folder.write(Self.flow, to: "Flows/shop.yaml")
        try folder.write("# Nothing outside.\n", to: "Config/services.yaml")
        var site = try StudioSite(
            of: ProjectFolder(at: folder.path), version: "test", isStrict: false, published: { _ in [] },
            publication: { publication }, server: server)
        // Walks end when everything is tried, however busy the machine is.
        site.bounds.time = .seconds(3_600)
        self.site = site
        site.listens(on: Self.port)
        let router = Router()
        let studio = StudioRoutes(site: site, logger: log.logger)
        studio.add(to: router)
        if let gate = site.gate { studio.addDevelopment(to: router, gate) }
        responder = router.buildResponder()
    }

    static let bot = """
        bot: shop
        business: Quay Bikes
        zone: Europe/Berlin
        languages: [en]
        start: shop
        anywhere:
          agent, help, support: shop/person
        people:
          counter:
        if_silent:
          after: 10 minutes
          then: shop/person
        if_other:
          say: Please choose one of the answers.
          then: shop/person

        """

    static let flow = """
        flow: shop
        start: welcome

        steps:
          welcome:
            ask: What needs fixing?
            answers:
              Puncture: puncture
              Brakes: brakes

          puncture:
            say: That takes 20 minutes.
            then: end

          brakes:
            say: That takes an hour.
            then: end

          person:
            hand_over: counter
            then: end

        """

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let text: String

        var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }
    }

    /// The key of the link that `usher dev` prints.
    var key: StudioKey { site.gate?.key ?? StudioKey() }

    var cookie: String { "usher_studio_\(Self.port)=\(key.cookie)" }

    /// The headers of the studio's own page.
    var own: HTTPFields {
        [
            .origin: "http://127.0.0.1:\(Self.port)", .cookie: cookie, .contentType: "application/json",
            HTTPField.Name("Sec-Fetch-Site")!: "same-origin",
        ]
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, authority: String? = nil,
        _ change: (inout HTTPFields) -> Void = { _ in }
    ) async throws -> Answer {
        try await send(method, path, bytes: body?.bytes ?? [], authority: authority, change)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8], authority: String? = nil,
        _ change: (inout HTTPFields) -> Void = { _ in }
    ) async throws -> Answer {
        var headers = own
        change(&headers)
        let head = HTTPRequest(
            method: method, scheme: "http", authority: authority ?? "127.0.0.1:\(Self.port)", path: path,
            headerFields: headers)
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes))), context: context)
        let written = Mutex<[UInt8]>([])
        try await response.body.write(Writer { bytes in written.withLock { $0 += bytes } })
        return Answer(
            status: response.status.code, headers: response.headers,
            text: String(decoding: written.withLock { $0 }, as: UTF8.self))
    }

    private struct Writer: ResponseBodyWriter {
        let take: @Sendable ([UInt8]) -> Void

        func write(_ buffer: ByteBuffer) async throws { take(Array(buffer.readableBytesView)) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
