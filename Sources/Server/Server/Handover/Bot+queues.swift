import Diagnostics
public import FlowModel

extension Bot {
    /// Returns why a queue does not exist, with the nearest one and all that there are; `nil` when it exists.
    public func mistake(inQueue name: String) -> String? {
        if queue(named: name) != nil { return nil }
        let known = queues.map { "`\($0.name)`" }.joined(separator: ", ")
        let near = closest(to: name, among: queues.map(\.name)).map { "did you mean `\($0)`? " } ?? ""
        return "there is no queue `\(name)`; \(near)bot.yaml has \(known.isEmpty ? "none" : known)"
    }
}
