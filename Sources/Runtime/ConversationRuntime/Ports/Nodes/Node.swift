public import Expressions

/// One of the servers that share a database.
public struct Node: Sendable, Hashable {
    /// The same after a restart, and different from those of the others.
    public var name: String
    /// Different after each start.
    public var start: String
    /// The version of the program.
    public var version: String

    public init(name: String, start: String, version: String) {
        self.name = name
        self.start = start
        self.version = version
    }

    /// What stands for this start of the node where it holds something.
    public var owner: String { "\(name)/\(start)" }
}

/// A node as the database knows it.
public struct NodeStatus: Sendable, Hashable {
    public var node: Node
    /// When it was last seen, by the clock of the database.
    public var seenAt: Moment
    /// Whether it counts as running: it was seen a short while ago and has not left.
    public var isRunning: Bool
    /// Whether it has stopped properly since it was last seen. A server that is neither running nor has left has crashed, or
    /// could not report.
    public var hasLeft: Bool
    /// The number of the publication whose flows it has activated; `nil` while it has activated none.
    public var publication: Int?

    public init(
        node: Node, seenAt: Moment, isRunning: Bool, hasLeft: Bool = false, publication: Int? = nil
    ) {
        self.node = node
        self.seenAt = seenAt
        self.isRunning = isRunning
        self.hasLeft = hasLeft
        self.publication = publication
    }
}

/// What one node has for itself until its lease runs out.
public struct Lease: Sendable, Hashable {
    public var name: String
    /// `Node.owner` of the node.
    public var owner: String
    /// Grows with each change of the owner, so that what a former owner writes can be recognised.
    public var epoch: Int

    public init(name: String, owner: String, epoch: Int) {
        self.name = name
        self.owner = owner
        self.epoch = epoch
    }
}
