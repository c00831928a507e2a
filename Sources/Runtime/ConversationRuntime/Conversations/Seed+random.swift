import FlowEngine
import Foundation
import Synchronization

extension Seed {
    /// Seeds for the next events: to ask the system for the bytes of sixteen takes it no longer than for those of one.
    private static let next = Mutex<[Seed]>([])

    /// A random seed from the system.
    static func random() -> Seed {
        next.withLock { seeds in
            if seeds.isEmpty {
                // As much as the system gives at once (getentropy(3)).
                var numbers = [UInt64](repeating: 0, count: 32)
                let code = numbers.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
                precondition(code == 0, "the system has no random numbers")
                seeds = stride(from: 0, to: numbers.count, by: 2).map { Seed(high: numbers[$0], low: numbers[$0 + 1]) }
            }
            return seeds.removeLast()
        }
    }
}
