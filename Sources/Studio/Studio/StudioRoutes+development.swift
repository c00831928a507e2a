import HTTPTypes
import Hummingbird
import JSON
import Projects
import Server

/// What the studio of `usher dev` has beside that of a server.
///
/// | route | does |
/// |---|---|
/// | `GET /` | leads to the page |
/// | `POST /studio/api/session` | exchanges the key for a cookie |
/// | `DELETE /studio/api/lesson` | the lesson of the first visit is over |
/// | `POST /studio/api/wire` | a conversation on the wire of the simulated Apple |
extension StudioRoutes {
    func addDevelopment(to router: Router<BasicRequestContext>, _ gate: StudioGate) {
        router.get("/") { request, _ in
            answer { () throws(StudioRefusal) in
                try site.access.checkPage(request)
                return Response(status: .found, headers: [.location: "/studio", .cacheControl: "no-store"])
            }
        }
        let api = router.group("studio/api")
        api.post("session") { request, _ in await answer(request) { try await beginSession(request, gate) } }
        api.delete("lesson") { request, _ in
            await admitted(request) { _ in
                StudioLesson.end(in: site.texts.folder.path)
                return Response(status: .noContent)
            }
        }
        for (name, reply) in StudioAnswers(site: site).onTheWire {
            api.post(RouterPath(name)) { request, _ in
                await admitted(request) { _ in .json(try await reply(try await Self.body(of: request))) }
            }
        }
    }

    private func beginSession(_ request: Request, _ gate: StudioGate) async throws -> Response {
        try gate.checkOrigin(of: request)
        guard let key = try await Self.body(of: request)["key"]?.string, let cookie = gate.cookie(for: key),
            let deskCookie = gate.cookie(for: key, at: StudioDeskGate.path)
        else {
            throw StudioRefusal(
                .unauthorized, "this is not the key of the studio; open the link that `usher dev` prints")
        }
        var response = Response(status: .noContent)
        response.headers[values: .setCookie] = [cookie, deskCookie]
        return response
    }
}
