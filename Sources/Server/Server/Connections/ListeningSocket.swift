import AppleMessages
import Foundation

/// A listening socket passed by another process, as systemd does for a socket unit (sd_listen_fds(3)): `LISTEN_PID` is
/// our process id, `LISTEN_FDS` the number of sockets, and the first one is descriptor 3.
public struct ListeningSocket: Sendable {
    /// The reason why passed sockets cannot be used.
    public struct Refusal: Error, CustomStringConvertible {
        public let description: String
    }

    /// The descriptor of the first passed socket.
    private static let first: Int32 = 3

    let descriptor: Int32
    /// The address and port on which it listens.
    public let name: String
    /// Whether only programs on this machine can reach it.
    public let isLoopback: Bool

    /// Returns the socket that was passed to this process; `nil` when none was.
    ///
    /// - Parameter environment: the environment variables of the process.
    /// - Throws: `Refusal` when more than one socket was passed, or the descriptor is not a listening socket.
    public static func passed(
        in environment: [String: String]
    ) throws(Refusal) -> ListeningSocket? {
        guard environment["LISTEN_PID"] == "\(getpid())", let text = environment["LISTEN_FDS"] else { return nil }
        guard let count = Int(text), count > 0 else { return nil }
        guard count == 1 else {
            throw Refusal(
                description:
                    "\(count) sockets were passed (LISTEN_FDS), and Usher listens on one; keep one `ListenStream=` "
                    + "in the socket unit")
        }
        return try ListeningSocket(first)
    }

    /// - Parameter descriptor: a listening stream socket.
    init(_ descriptor: Int32) throws(Refusal) {
        var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1 else {
            throw Refusal(
                description:
                    "descriptor \(descriptor), which was passed with LISTEN_FDS, is not a listening socket; use "
                    + "`ListenStream=` and `Accept=no` in the socket unit")
        }
        // Child processes do not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
        (name, isLoopback) = Self.address(of: descriptor)
    }

    /// Throws `Refusal` when a setting is allowed only on loopback and the socket listens elsewhere.
    package func check(_ settings: ServerSettings) throws(Refusal) {
        guard !isLoopback, settings.apple?.verifiesWebhooks == false else { return }
        throw Refusal(
            description:
                "`apple.verify_webhooks` may only be false while the server listens on loopback, and the socket "
                + "that was passed (LISTEN_FDS) listens on \(name)")
    }

    private static func address(of descriptor: Int32) -> (name: String, isLoopback: Bool) {
        var (storage, size) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
        var (host, port) = ([CChar](repeating: 0, count: 1_025), [CChar](repeating: 0, count: 32))
        let isRead = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &size) == 0
                    && getnameinfo(
                        address, size, &host, socklen_t(host.count), &port, socklen_t(port.count),
                        NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        guard isRead else { return ("an unknown address", false) }
        // Only programs on this machine can reach a Unix domain socket.
        if Int32(storage.ss_family) == AF_UNIX { return ("a socket of the file system", true) }
        let text = { (bytes: [CChar]) in
            String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return ("\(text(host)):\(text(port))", text(host).isLoopbackHost)
    }
}
