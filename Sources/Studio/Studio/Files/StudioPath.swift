/// A file that the studio may show: a text right in `Flows/`, or one of the two files of calls in `Config/`, which it
/// never writes because they name hosts and secrets.
struct StudioPath: Sendable, Hashable {
    let text: String

    /// `nil` for every other path.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 200, !parts[1].hasPrefix(".") else { return nil }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f && $0 != "\\" }) else { return nil }
        switch parts[0] {
        case "Flows":
            guard Self.endings.contains(where: { parts[1].hasSuffix($0) && parts[1] != $0 }) else { return nil }
        case "Config": guard Self.configuration.contains(text) else { return nil }
        default: return nil
        }
        self.text = text
    }

    private static let endings = [".yaml", ".transcript"]
    static let configuration = ["Config/actions.yaml", "Config/services.yaml"]

    var isWritable: Bool { text.hasPrefix("Flows/") }
}
