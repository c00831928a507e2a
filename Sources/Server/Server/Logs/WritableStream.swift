import Foundation

/// An output stream of the process: a terminal, a pipe or a file.
package struct WritableStream: Sendable {
    package static let standardOutput = WritableStream(STDOUT_FILENO)
    package static let standardError = WritableStream(STDERR_FILENO)

    package let descriptor: Int32

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The error when bytes could not be written.
    package struct Failure: Error, CustomStringConvertible {
        /// The system's error number, such as `ENOSPC`.
        package let code: Int32
        /// The number of bytes written before the error.
        let written: Int

        package var description: String { String(cString: strerror(code)) }
    }

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes all bytes, and waits for the reader while the stream is full. `FileHandle` would end the process on an
    /// error.
    package func write(_ bytes: [UInt8]) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process that shares the stream has made it non-blocking.
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = Foundation.poll(&poll, 1, -1)
            case let code: throw Failure(code: code, written: written)
            }
        }
    }

    /// Opens each standard stream that the process was started without, so that no file gets its number and is written
    /// to by mistake. Writing to such a stream still fails.
    package static func reserveStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
