public import JSON
public import Simulation

/// What a page wants to see: threads on devices.
public struct PlayRequest: Sendable {
    /// A thread of the page.
    public struct Thread: Sendable {
        /// The page's own name for it.
        public var id: String
        /// The flow it belongs to.
        public var flow: String
        /// Its lines.
        public var text: ThreadText

        /// Makes a thread of a page.
        public init(id: String, flow: String, text: ThreadText) {
            self.id = id
            self.flow = flow
            self.text = text
        }
    }

    /// For which messages Apple's form is written as well.
    public enum Payloads: String, Sendable {
        case none
        /// For those of the last line at which the bot said something.
        case last
        case all
    }

    /// The threads; a request as JSON has at most 16.
    public var threads: [Thread]
    /// The devices on which each of them is played, each once.
    public var devices: [PlayDevice]
    /// For which messages Apple’s form is written as well.
    public var payloads: Payloads
    /// The last line that is played; `nil` plays all.
    public var last: Int?

    /// Bounds of a request.
    static let mostThreads = 16
    static let longestText = 200_000

    /// Makes a request.
    public init(threads: [Thread], devices: [PlayDevice], payloads: Payloads = .none, until last: Int? = nil) {
        self.threads = threads
        self.devices = devices
        self.payloads = payloads
        self.last = last
    }

    /// Reads `{"threads": [{"id", "flow", "text"}], "devices": […], "payloads": "none", "until": 3}`.
    ///
    /// - Throws: `JSONError` when something is missing, unknown or too large.
    public init(json: JSONValue) throws(JSONError) {
        var threads: [Thread] = []
        for thread in try json.array("threads") {
            let text = try thread.string("text")
            guard text.utf8.count <= Self.longestText else {
                throw JSONError("the thread is longer than \(Self.longestText) bytes")
            }
            threads.append(
                Thread(
                    id: thread["id"]?.string ?? "\(threads.count + 1)", flow: try thread.string("flow"),
                    text: ThreadText(text)))
        }
        guard threads.count <= Self.mostThreads else {
            throw JSONError("there are more than \(Self.mostThreads) threads")
        }
        var devices: [PlayDevice] = []
        for word in try json.array("devices") {
            guard let device = word.string.flatMap(PlayDevice.init(rawValue:)) else {
                let known = PlayDevice.allCases.map(\.rawValue).joined(separator: ", ")
                throw JSONError("`\(word.string ?? word.text)` is not a device; the devices are \(known)")
            }
            if !devices.contains(device) { devices.append(device) }
        }
        let word = json["payloads"]?.string ?? Payloads.none.rawValue
        guard let payloads = Payloads(rawValue: word) else {
            throw JSONError("`payloads` is `none`, `last` or `all`, not `\(word)`")
        }
        self.init(threads: threads, devices: devices, payloads: payloads, until: json["until"]?.int)
    }
}
