import Foundation

/// What the fuzzer calls: the target, held to a time that grows with the input and no faster.
///
/// The time of the processor counts, so that a busy machine changes nothing. What is read in linear time stays far below the
/// bound; what is read in the square of its length does not, at the lengths that the fuzzer tries.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWithinBounds(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let begun = processorTime()
    let result = fuzz(start, count)
    let taken = processorTime() - begun
    let allowed = Bound.always + Bound.perByte * count
    require(taken <= allowed, "\(count) bytes took \(taken / 1_000) µs; \(allowed / 1_000) µs are allowed")
    return result
}

/// Nanoseconds.
private enum Bound {
    /// For what happens once, such as the first use of a regular expression or a time zone.
    static let always = 250_000_000
    static let perByte = 10_000
}

/// The time that all threads have had of a processor, in nanoseconds: some targets wait for work that is done on another one.
private func processorTime() -> Int {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
