import Foundation

/// The fuzzer's entry point: it runs the target with a time limit that grows linearly with the input.
///
/// Processor time counts, so that load on the machine has no effect. Linear parsing stays far below the limit;
/// quadratic parsing exceeds it at the lengths that the fuzzer tries.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWithinBounds(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let begun = processorTime()
    let result = fuzz(start, count)
    let taken = processorTime() - begun
    let allowed = Bound.always + Bound.perByte * count
    require(taken <= allowed, "\(count) bytes took \(taken / 1_000) µs; \(allowed / 1_000) µs are allowed")
    return result
}

/// In nanoseconds.
private enum Bound {
    /// Covers one-time costs, such as the first use of a regular expression or a time zone.
    static let always = 250_000_000
    static let perByte = 10_000
}

/// Returns the processor time of all threads in nanoseconds, because some targets wait for work on another thread.
private func processorTime() -> Int {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
