import Foundation

/// Returns the factor by which the work on an input grows when the input becomes four times as long: about 4 if it is
/// linear, about 16 if it is quadratic.
///
/// Both sizes are measured in one run, by this thread's processor time, and the best of several tries counts, so that
/// neither the machine nor its load affects the result.
public func growth(from size: Int, tries: Int = 7, _ work: (Int) -> () -> Void) -> Double {
    let best = [size, 4 * size].map { size in
        let run = work(size)
        return (0..<tries).map { _ in
            let begun = processorTime()
            run()
            return processorTime() - begun
        }.min() ?? 0
    }
    return Double(best[1]) / Double(max(best[0], 1))
}

/// In nanoseconds.
private func processorTime() -> Int {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
