import ConversationRuntime
import HTTPTypes
import Hummingbird
import JSON
import Server
import StudioPage

extension StudioRoutes {
    /// `GET /studio/publish` is the page; below `/studio/api/publishing` is what it asks for.
    func addPublishing(to router: Router<BasicRequestContext>) {
        router.page("studio/publish") { request, _ in
            await answer(request) {
                try site.access.checkPage(request)
                let languages = AcceptedLanguages(request.headers[.acceptLanguage] ?? "")
                return page(StudioDocument.publishing(in: languages.best(among: StudioDocument.languages)))
            }
        }
        let api = router.group("studio/api/publishing")
        let answers = site.server.map { PublishAnswers($0, storage: site.storage, clock: site.clock) }
        api.get { request, _ in
            await admitted(request) { .json(try await Self.known(answers).overview(for: $0)) }
        }
        api.post("preview") { request, _ in
            await admitted(request, for: .publish) {
                .json(try await Self.known(answers).preview(try await Self.body(of: request), $0))
            }
        }
        api.post("publish") { request, _ in
            await admitted(request, for: .publish) {
                .json(try await Self.known(answers).publish(try await Self.body(of: request), $0))
            }
        }
    }

    private static func known(_ answers: PublishAnswers?) throws(StudioRefusal) -> PublishAnswers {
        guard let answers else { throw StudioRefusal(.notFound, "this project has no settings of a server") }
        return answers
    }
}
