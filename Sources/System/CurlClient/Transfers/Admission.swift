/// Decides which calls may run now and which wait, for each origin.
///
/// libcurl can hold transfers back itself, but some versions forget one now and then until its connect timeout wakes it,
/// and do not count the time of those that wait. So libcurl is only given what may run at once.
struct Admission<Pending> {
    private let limit: Int
    private var lanes: [Origin: Lane] = [:]
    private(set) var waiting: [Call.ID: Pending] = [:]

    /// The calls to one origin.
    private struct Lane {
        var running = 1
        var queue = Queue()
        /// Closed behind the first call while it connects: if it finds HTTP/2, the others can share its connection.
        var isOpen: Bool
    }

    /// At most `limit` calls run to one origin.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the call may run now; else it is kept until it is `next`.
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

    /// Whether the call that runs is the first, so that `open` should be told when it has connected.
    func isFirst(to origin: Origin) -> Bool {
        lanes[origin]?.isOpen == false
    }

    mutating func open(_ origin: Origin) {
        lanes[origin]?.isOpen = true
    }

    /// Takes back a call that waits; `nil` when it does not.
    mutating func withdraw(_ id: Call.ID) -> Pending? {
        waiting.removeValue(forKey: id)
    }

    /// Notes that a call has ended. See then who is `next`.
    mutating func leave(_ origin: Origin) {
        lanes[origin]?.running -= 1
        open(origin)
    }

    /// The one that has waited longest, if there is room for it to run now.
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

/// First come, first served. Those withdrawn keep their place until it is their turn.
private struct Queue {
    private var ids: [Call.ID] = []
    private var start = 0

    mutating func append(_ id: Call.ID) {
        ids.append(id)
    }

    /// The room before the first is given back when it is as much as what follows.
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
