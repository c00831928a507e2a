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
    public init(of flow: Int, in bot: Bot, showsExits: Bool = false) {
        graph = GraphReader(bot: bot, flow: flow, showsExits: showsExits).graph()
    }

    public func text(as format: Format) -> String {
        switch format {
        case .svg: SVGDrawing(MapLayout(graph)).text
        case .mermaid: MermaidText.text(of: graph)
        case .dot: DotText.text(of: graph)
        }
    }
}
