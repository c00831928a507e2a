public import JSON

/// The origin of a question's bubble.
public struct BubbleOrigin: Sendable, Hashable {
    public var flow: String
    public var step: String
    /// The version of the bot that sent it.
    public var version: String
    /// The turn that sent it.
    public var turn: Int

    public init(flow: String, step: String, version: String, turn: Int) {
        self.flow = flow
        self.step = step
        self.version = version
        self.turn = turn
    }

    /// The origin of a bubble for which no data is stored any more.
    public static let unknown = BubbleOrigin(flow: "", step: "", version: "", turn: 0)
}

extension BubbleOrigin: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("flow", flow)
            json.set("step", step)
            json.set("version", version)
            json.set("turn", turn)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            flow: try json.string("flow"), step: try json.string("step"), version: try json.string("version"),
            turn: try json.int("turn"))
    }
}
