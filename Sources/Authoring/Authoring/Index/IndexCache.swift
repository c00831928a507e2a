import Synchronization

/// The index of one draft, once it is needed.
final class IndexCache: Sendable {
    private let index = Mutex<Index?>(nil)

    func index(of draft: Draft) -> Index {
        if let known = index.withLock({ $0 }) { return known }
        let found = Index(draft)
        index.withLock { $0 = found }
        return found
    }
}
