/// Support for messages from before parts had roles: a text, a picture with its preview and its size, a place.
enum LegacyParts {
    private static let mains = ["text/plain", "image/png", "image/jpeg", "image/gif", "location/coordinate"]
    private static let companions = ["image/jpeg+preview": "preview", "application/json+imagesize": "size"]

    /// Gives the main part the root role, and the parts that accompany it a role below it. Without a known main part,
    /// the first part is the main part.
    static func arrange(_ nodes: inout [PartNode]) {
        let main = nodes.firstIndex { mains.contains($0.type.type) } ?? 0
        let id = nodes[main].id ?? "root"
        nodes[main].id = id
        nodes[main].role = "root"
        for index in nodes.indices where index != main && nodes[index].parent == nil {
            guard let role = companions[nodes[index].type.type] else { continue }
            nodes[index].role = role
            nodes[index].type.attributes.append(.init(name: "parent-node-id", value: id))
        }
    }
}
