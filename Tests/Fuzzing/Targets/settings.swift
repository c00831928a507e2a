import Diagnostics
import Expressions
import FlowCompiler

private let flows = [
    SourceFile(
        path: "Flows/bot.yaml", text: "bot: Test\nzone: Europe/Berlin\ncurrency: EUR\nstart: test\nif_silent: never\n"),
    SourceFile(
        path: "Flows/test.yaml", text: "flow: test\nstart: hello\nsteps:\n  hello:\n    say: Hello\n    then: end\n"),
]
private let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

/// Any bytes as the files of `Config`: as settings, as actions, and as services. Every setting and every diagnostic has
/// a location in its file, and a formatted file means the same.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    let file = SourceFile(path: "Config/usher.yaml", bytes: input)
    let config = ConfigFile(reading: file)
    for diagnostic in config.diagnostics { require(diagnostic.lies(in: [file]), "\(diagnostic.code) has no place") }
    for setting in config.settings {
        require(
            setting.span.range.upperBound <= input.count && setting.keySpan.range.upperBound <= input.count, "no place")
        require(!setting.path.isEmpty, "a setting has no name")
    }
    let actions = SourceFile(path: "Config/actions.yaml", bytes: input)
    let services = SourceFile(path: "Config/services.yaml", bytes: input)
    for (actions, services) in [(actions, nil), (nil, services)] as [(SourceFile?, SourceFile?)] {
        let files = ProjectFiles(texts: flows, actions: actions, services: services, assets: [:], version: "1")
        let report = Compiler.compile(files, options: options).report
        for diagnostic in report.diagnostics {
            require(
                diagnostic.lies(in: flows + [actions, services].compactMap(\.self)), "\(diagnostic.code) has no place")
        }
    }
    return 0
}
