import HTTPTypes
import Hummingbird
import JSON
import Server

extension StudioRoutes {
    /// `POST /studio/api/findings` and `sentences`, of which each page has one at a time; `DELETE` withdraws what the
    /// page has asked for.
    func addWalks(to router: Router<BasicRequestContext>) {
        let api = router.group("studio/api")
        for (kind, reply) in WalkAnswers(site: site).all {
            let path = RouterPath(kind.rawValue)
            api.post(path) { request, _ in
                await admitted(request) { .json(try await reply(try await Self.body(of: request), $0)) }
            }
            api.delete(path) { request, _ in
                await admitted(request) { author in
                    let page = FormFields(request.uri.query ?? "")["client"]
                    site.walks.cancel(kind, for: try StudioClient.ID(of: author, named: page))
                    return Response(status: .noContent)
                }
            }
        }
    }
}
