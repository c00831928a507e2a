import Synchronization

/// Lets only so many in at once, so that a flood of requests costs nothing but answers.
final class SignInAdmission: Sendable {
    private let free: Mutex<Int>

    init(atMost most: Int) { free = Mutex(most) }

    func admit<Result: Sendable>(_ body: () async -> Result) async -> Result? {
        let isAdmitted = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        guard isAdmitted else { return nil }
        defer { free.withLock { $0 += 1 } }
        return await body()
    }
}
