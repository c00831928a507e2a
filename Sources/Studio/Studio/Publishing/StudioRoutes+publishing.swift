import HTTPTypes
import Hummingbird
import JSON
import Server
import StudioPage

extension StudioRoutes {
    /// `GET /studio/publish` is the page; below `/studio/api/publishing` is what it asks for.
    func addPublishing(to router: Router<BasicRequestContext>) {
        router.get("studio/publish") { request, _ in
            await answer(request) {
                try site.gate.checkHost(of: request)
                let languages = AcceptedLanguages(request.headers[.acceptLanguage] ?? "")
                return page(StudioDocument.publishing(in: languages.best(among: StudioDocument.languages)))
            }
        }
        let api = router.group("studio/api/publishing")
        let answers = site.server.map { PublishAnswers($0, drafts: site.drafts, clock: site.clock) }
        let checked = { @Sendable (request: Request) throws(StudioRefusal) -> PublishAnswers in
            try site.gate.check(request)
            guard let answers else { throw StudioRefusal(.notFound, "this project has no settings of a server") }
            return answers
        }
        api.get { request, _ in
            await answer(request) { .json(try await checked(request).overview()) }
        }
        api.post("preview") { request, _ in
            await answer(request) { .json(try await checked(request).preview(try await Self.body(of: request))) }
        }
        api.post("publish") { request, _ in
            await answer(request) { .json(try await checked(request).publish(try await Self.body(of: request))) }
        }
    }
}
