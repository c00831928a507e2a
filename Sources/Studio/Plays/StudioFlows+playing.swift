public import AppleMessages
import Diagnostics
import FlowCompiler
import FlowModel
public import JSON
public import Simulation

extension StudioFlows {
    /// Plays threads on devices, as many at once as there are processors.
    ///
    /// - Parameters:
    ///   - base: the flows on which they are played, where these are not the ones that are typed.
    ///   - pictures: the files of the project, for Apple's form of messages; without them, pictures are left out of it.
    ///   - files: what precedes the path of a picture of the project in the page.
    ///   - limits: the bounds of each play.
    ///   - isAbandoned: says, before each line, that the answer is no longer needed, or takes too long.
    public func play(
        _ request: PlayRequest, on base: StudioFlows? = nil, pictures: any PictureSource = NoPictures(),
        files: String = "/chat/images/", limits: PlayLimits = PlayLimits(),
        unless isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) async -> PlayAnswer {
        let played = base ?? self
        guard let valid = played.valid else { return PlayAnswer(of: self, plays: [], problem: "the flows have errors") }
        let empty = PlayWriter(played, valid, pictures: pictures, files: files, payloads: request.payloads)
        let wanted = request.threads.flatMap { thread in request.devices.map { (thread, $0) } }
        let plays = await withTaskGroup(of: (Int, JSONValue).self) { group in
            for (index, (thread, device)) in wanted.enumerated() {
                group.addTask {
                    let play = Play(
                        of: thread.text, flow: thread.flow, on: device, with: valid.plays, until: request.last,
                        limits: limits, unless: isAbandoned)
                    var writer = empty
                    return (index, await writer.json(of: play, thread: thread.id))
                }
            }
            return await group.reduce(into: [JSONValue](repeating: .null, count: wanted.count)) { $0[$1.0] = $1.1 }
        }
        return PlayAnswer(of: self, plays: plays)
    }
}

/// The plays of a request, as a page reads them.
public struct PlayAnswer: Sendable {
    /// `{"version", "valid", "current", "errors", "warnings", "problem", "flows", "languages", "plays": […]}`.
    public let json: JSONValue

    init(of flows: StudioFlows, plays: [JSONValue], problem: String? = nil) {
        var object: JSONObject = [
            "version": .string(flows.files.version), "valid": .bool(flows.valid != nil),
            "current": .bool(flows.isCurrent), "errors": .int(flows.report.errors),
            "warnings": .int(flows.report.warnings),
        ]
        object.set("problem", problem.map { .string($0) })
        object["flows"] = .array(
            flows.compilation.steps.map { ["flow": .string($0.flow), "file": .string($0.file)] })
        object["languages"] = .array((flows.valid?.bot.languages ?? []).map { .string($0) })
        object["plays"] = .array(plays)
        json = .object(object)
    }
}
