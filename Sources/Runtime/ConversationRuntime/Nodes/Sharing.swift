public import Expressions

/// How a server shares its database with others.
public struct Sharing: Sendable {
    /// How long a server has what it holds, and how often it looks and reports.
    public struct Times: Sendable, Hashable {
        /// How long a server has the sending of a conversation, and counts as running, without reporting again.
        public var lease: TimeLength
        /// How often a server looks for messages whose time has come.
        public var poll: TimeLength
        /// How often a server reports that it runs.
        public var beat: TimeLength

        public init(
            lease: TimeLength = .seconds(30), poll: TimeLength = .seconds(1), beat: TimeLength = .seconds(5)
        ) {
            self.lease = lease
            self.poll = poll
            self.beat = beat
        }
    }

    public let node: Node
    public let times: Times
    /// Whether the server may act as a node at present.
    public let standing: NodeStanding
    /// Hints between servers.
    public let doorbell: any Doorbell

    public init(_ node: Node, times: Times, standing: NodeStanding, doorbell: any Doorbell) {
        self.node = node
        self.times = times
        self.standing = standing
        self.doorbell = doorbell
    }

    /// The claim of the server on the sending of messages.
    var laneClaim: Claim { Claim(owner: node.owner, length: times.lease) }
}
