import Diagnostics

extension SourceFile {
    /// The flow that the file belongs to, by its name: `hello` of `Flows/hello.yaml`, `Flows/hello.de.yaml` and
    /// `Flows/hello.transcript`; `bot` for bot.yaml.
    var flowName: String { String((path.split(separator: "/").last ?? "").prefix { $0 != "." }) }
}
