/// Which messages are processed when: `initialize` first, then anything, after `shutdown` only `exit`.
public struct LifeCycle: Sendable {
    private enum Phase { case started, initialized, shutDown }

    /// What to do with a message.
    public enum Admission: Sendable, Hashable {
        case process
        case reject(RPCError)
        /// A notification that has no meaning now.
        case ignore
        /// The server ends, with this exit code.
        case exit(Int32)
    }

    private var phase = Phase.started

    public init() {}

    /// The exit code when the input ends: an orderly end has been announced with `shutdown`.
    public var codeAtEndOfInput: Int32 { phase == .shutDown ? 0 : 1 }

    /// Whether documents and projects can be used now.
    public var isRunning: Bool { phase == .initialized }

    public mutating func admit(_ message: IncomingMessage) -> Admission {
        switch message {
        case .notification("exit", _): return .exit(codeAtEndOfInput)
        case .notification, .response: return phase == .initialized ? .process : .ignore
        case .malformed: return .process
        case .request(_, let method, _): return admit(request: method)
        }
    }

    private mutating func admit(request method: String) -> Admission {
        switch (phase, method) {
        case (.started, "initialize"):
            phase = .initialized
            return .process
        case (.started, _): return .reject(.serverNotInitialized)
        case (.initialized, "initialize"): return .reject(.invalidRequest("`initialize` may be sent only once"))
        case (.initialized, "shutdown"):
            phase = .shutDown
            return .process
        case (.initialized, _): return .process
        case (.shutDown, _): return .reject(.invalidRequest("the server is shut down"))
        }
    }
}
