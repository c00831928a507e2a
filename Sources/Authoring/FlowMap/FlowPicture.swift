public import FlowModel

/// A picture of a flow: its steps with what they say and ask, and where every answer leads.
///
/// Pure and the same every time: the same flow gives the same picture, byte for byte.
public struct FlowPicture: Sendable {
    public enum Format: String, Sendable, CaseIterable {
        /// A drawing for browsers and documents, laid out here.
        case svg
        /// Text for mermaid.js, which many wikis and code hosts draw.
        case mermaid
        /// Text for Graphviz.
        case dot
    }

    private let graph: MapGraph

    /// - Parameters:
    ///   - flow: the place of the flow in `bot`.
    ///   - showsExits: whether the exits that most steps share are drawn too, once for the flow. Those of single steps always
    ///     are.
    ///   - traffic: what was counted, to be written beside steps and ways; `nil` for a picture without numbers.
    public init(of flow: Int, in bot: Bot, showsExits: Bool = false, traffic: FlowTraffic? = nil) {
        graph = GraphReader(bot: bot, flow: flow, showsExits: showsExits, traffic: traffic).graph()
    }

    public func text(as format: Format) -> String {
        switch format {
        case .svg: SVGDrawing(MapLayout(graph)).text
        case .mermaid: MermaidText.text(of: graph)
        case .dot: DotText.text(of: graph)
        }
    }
}
