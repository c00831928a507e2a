import Foundation

/// Reserves a port on which a server of the tests can listen, and which no other program and no other run of the tests
/// gets before this process ends. It is below the range for outgoing connections (ip(7), ip_local_port_range), so it also
/// stays free while the server is down.
///
/// The port stays bound to a socket that never listens. Linux lets a second socket bind there when both have
/// SO_REUSEADDR, as servers do; the socket gets that option only after it has bound, so reserving a port twice fails.
public func freePort() throws -> Int {
    for _ in 0..<100 {
        let port = Int.random(in: 20_000..<32_000)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        var yes: Int32 = 1
        guard isBound, setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
        else {
            close(descriptor)
            continue
        }
        return port
    }
    throw NoFreePort()
}

/// The error when every port that was tried is taken.
public struct NoFreePort: Error {}
