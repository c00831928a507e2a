import Foundation

/// Sockets whose calls block.
enum Sockets {
    /// A socket that listens on a free port of this machine.
    static func listen() throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Foundation.listen(listener, 128) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw PostgreSQLServerFailure("no port is free: \(String(cString: strerror(errno)))") }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    static func accept(_ listener: Int32) -> Int32 {
        let client = Foundation.accept(listener, nil, nil)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        if client >= 0 {
            setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        return client
    }

    /// A socket that listens at a path.
    static func listen(at path: String) throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let isListening = withAddress(of: path) { bind(listener, $0, $1) == 0 && Foundation.listen(listener, 128) == 0 }
        if isListening { return listener }
        let reason = String(cString: strerror(errno))
        close(listener)
        throw PostgreSQLServerFailure("nothing can listen at \(path): \(reason)")
    }

    static func connect(to path: String) -> Int32? {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if withAddress(of: path, { Foundation.connect(server, $0, $1) == 0 }) { return server }
        close(server)
        return nil
    }

    private static func withAddress(
        of path: String, _ work: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                work($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// The next bytes; `nil` at the end.
    static func read(_ socket: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    static func write(_ bytes: [UInt8], to socket: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }
}
