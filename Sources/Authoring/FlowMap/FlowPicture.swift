public import FlowModel

/// A picture of a flow: its steps with their messages and questions, and the destination of every answer.
///
/// Pure and reproducible: the same flow gives the same picture, byte for byte.
public struct FlowPicture: Sendable {
    /// A form in which the picture is written.
    public enum Format: String, Sendable, CaseIterable {
        /// A drawing for browsers and documents, with its own layout.
        case svg
        /// Text for mermaid.js, which many wikis and code hosts render.
        case mermaid
        /// Text for Graphviz.
        case dot
    }

    private let graph: MapGraph

    /// - Parameters:
    ///   - flow: the index of the flow in `bot`.
    ///   - showsExits: whether the exits that most steps share are drawn too, once for the flow. Exits of individual
    ///     steps are always drawn.
    ///   - traffic: the numbers to show next to steps and edges; `nil` for a picture without numbers.
    public init(of flow: Int, in bot: Bot, showsExits: Bool = false, traffic: FlowTraffic? = nil) {
        graph = GraphReader(bot: bot, flow: flow, showsExits: showsExits, traffic: traffic).graph()
    }

    /// The picture as data: boxes with ports, and the routes between them.
    ///
    /// - Parameters:
    ///   - places: where steps and branches stand in the files.
    ///   - previous: the drawing of an earlier text of the flow; where it makes no difference, boxes stay in its order.
    public func drawing(
        places: MapPlaces = MapPlaces(), near previous: MapDrawing? = nil
    ) -> MapDrawing {
        MapDrawing(MapLayout(graph, near: previous?.order ?? [:]), places)
    }

    /// The picture as a text file of a format.
    public func text(as format: Format) -> String {
        switch format {
        case .svg: SVGDrawing(MapLayout(graph)).text
        case .mermaid: MermaidText.text(of: graph)
        case .dot: DotText.text(of: graph)
        }
    }
}
