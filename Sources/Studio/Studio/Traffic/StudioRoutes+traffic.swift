import ConversationRuntime
import Hummingbird
import JSON
import Server

extension StudioRoutes {
    /// `POST /studio/api/traffic` and `answer`.
    ///
    /// - Parameter stores: those of `usher dev`.
    func addTraffic(to router: Router<BasicRequestContext>, _ stores: Stores) {
        let api = router.group("studio/api")
        for (name, reply) in TrafficAnswers(site: site, stores: stores).all {
            api.post(RouterPath(name)) { request, _ in
                await admitted(request) { .json(try await reply(try await Self.body(of: request), $0)) }
            }
        }
    }
}
