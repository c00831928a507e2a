/// Decides, for each origin, which calls may run now and which wait.
///
/// libcurl can queue transfers itself, but some versions occasionally forget one until its connect timeout wakes it,
/// and do not count the time of those that wait. So libcurl only gets transfers that may run at once.
struct Admission<Pending> {
    private let limit: Int
    private var lanes: [Origin: Lane] = [:]
    private(set) var waiting: [Call.ID: Pending] = [:]

    /// The calls to one origin.
    private struct Lane {
        var running = 1
        var queue = Queue()
        /// Closed while the first call connects: if it negotiates HTTP/2, the others can share its connection.
        var isOpen: Bool
    }

    /// - Parameter limit: the maximum number of running calls per origin.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the call may run now; otherwise it is queued until `next` returns it.
    mutating func enter(_ pending: Pending, _ id: Call.ID, to origin: Origin, hopingToShare: Bool) -> Bool {
        guard let lane = lanes[origin] else {
            lanes[origin] = Lane(isOpen: !hopingToShare)
            return true
        }
        if lane.isOpen, lane.running < limit {
            lanes[origin]?.running += 1
            return true
        }
        lanes[origin]?.queue.append(id)
        waiting[id] = pending
        return false
    }

    /// Whether the running call is the first, so that `open` must be called when it has connected.
    func isFirst(to origin: Origin) -> Bool {
        lanes[origin]?.isOpen == false
    }

    mutating func open(_ origin: Origin) {
        lanes[origin]?.isOpen = true
    }

    /// Removes a waiting call; returns `nil` when it is not waiting.
    mutating func withdraw(_ id: Call.ID) -> Pending? {
        waiting.removeValue(forKey: id)
    }

    /// Records that a call has ended. Call `next` afterwards.
    mutating func leave(_ origin: Origin) {
        lanes[origin]?.running -= 1
        open(origin)
    }

    /// The call that has waited longest, if it may run now.
    mutating func next(to origin: Origin) -> Pending? {
        while let lane = lanes[origin], lane.isOpen, lane.running < limit, let id = lanes[origin]?.queue.removeFirst() {
            guard let pending = waiting.removeValue(forKey: id) else { continue }
            lanes[origin]?.running += 1
            return pending
        }
        if let lane = lanes[origin], lane.running == 0 { lanes[origin] = nil }
        return nil
    }
}

/// A first-in, first-out queue. Withdrawn calls keep their place until they reach the front.
private struct Queue {
    private var ids: [Call.ID] = []
    private var start = 0

    mutating func append(_ id: Call.ID) {
        ids.append(id)
    }

    /// Frees the space before the first entry once it is as large as what follows.
    mutating func removeFirst() -> Call.ID? {
        guard start < ids.count else { return nil }
        let id = ids[start]
        start += 1
        if start * 2 >= ids.count {
            ids.removeFirst(start)
            start = 0
        }
        return id
    }
}
