import Hummingbird
import Synchronization

@testable import Server

/// Lists the routes that pages add to a server.
final class ListedRoutes: Sendable {
    private let found = Mutex<[String]>([])

    /// Those of the studio and of the desk, such as `GET /desk/api/about`.
    var routes: [String] { found.withLock { $0 } }

    /// The same pages, whose routes are listed when they are added.
    func listing(_ pages: AddedPages) -> AddedPages {
        AddedPages(admitted: pages.admitted) { router, routes in
            pages.add(to: router, routes)
            let all = router.routes.map { "\($0.method) \($0.path)" }
            self.found.withLock { $0 = all.filter { $0.contains(" /studio") || $0.contains(" /desk") } }
        }
    }
}
