import Foundation
import Synchronization

private let handedOut = Mutex<Set<Int>>([])

/// Returns a port that is free now, and that the system assigns only on explicit request: it is below the range for
/// outgoing connections (ip(7), ip_local_port_range), so it stays free while the server is down. Returns each
/// port once.
public func freePort() throws -> Int {
    for _ in 0..<100 {
        let port = Int.random(in: 20_000..<32_000)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let isFree = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isFree, handedOut.withLock({ $0.insert(port).inserted }) { return port }
    }
    throw NoFreePort()
}

/// The error when every port that was tried is taken.
public struct NoFreePort: Error {}
