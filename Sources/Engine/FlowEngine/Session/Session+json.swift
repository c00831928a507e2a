import Expressions
public import JSON
public import MessageModel

extension Session: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "status": .string(status.rawValue), "flow": .string(flow), "step": .string(step), "answers": answers.json,
        ]
        object.set("open", open?.json)
        object.set("call", call?.json)
        object.set("handover", handover?.json)
        object.set("people", people?.json)
        object.set("failures", retries.stored)
        object["customer"] = .string(customer)
        object["device"] = device.json
        object["language"] = .string(language)
        object.set("region", region.map { .string($0.code) })
        object.set("intent", intent.map { .string($0) })
        object.set("group", group.map { .string($0) })
        object.set("trail", trail.all)
        object.set("frames", frames.all)
        object.set("interrupted", interrupted.all)
        object.set("left", left.all)
        object.set("taps", taps.all)
        object.set("said", said.map { .string($0) })
        if !privateNames.isEmpty { object["private"] = .array(privateNames.all.map { .string($0) }) }
        if !facts.isEmpty { object["facts"] = facts.json }
        object.set("reminders", reminders.all)
        object.set("events", heldEvents.all)
        object.set("bookings", bookings)
        object["turn"] = .int(turn)
        object.set("began", began.map { .int($0) })
        object.set("once", onceTurn.map { .int($0) })
        object.set("at", lastAt.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            customer: try json.string("customer"), device: try Device(json: try json.required("device")),
            language: try json.string("language"), region: json["region"]?.string.map { RegionCode($0) ?? .unknown },
            turn: try json.int("turn"))
        guard let status = Status(rawValue: try json.string("status")) else { throw JSONError("no such status") }
        self.status = status
        flow = try json.string("flow")
        step = try json.string("step")
        answers = try Fields(json: try json.required("answers"))
        open = try json.optional("open")
        call = try json.optional("call")
        handover = try json.optional("handover")
        people = try json.optional("people")
        retries = Retries(json: json["failures"] ?? .null)
        intent = json["intent"]?.string
        group = json["group"]?.string
        trail = Trail(try json.list("trail"))
        frames = FlowStack(try json.list("frames", of: Frame.self))
        interrupted = Interruptions(try json.list("interrupted"))
        left = LeftFlows(try json.list("left"))
        taps = Taps(try json.list("taps"))
        said = json["said"]?.string
        privateNames = PrivateNames(json["private"]?.array?.compactMap(\.string) ?? [])
        facts = try json.optional("facts") ?? Fields()
        reminders = WaitingReminders(try json.list("reminders"))
        heldEvents = HeldEvents(try json.list("events"))
        bookings = try json.list("bookings")
        began = json["began"]?.int
        onceTurn = json["once"]?.int
        lastAt = json["at"]?.int.map { Moment(milliseconds: $0) }
    }
}

extension OpenQuestion: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["asked": asked.json, "name": .string(name), "version": .string(version)]
        if !earlierIDs.isEmpty { object["earlier"] = .array(earlierIDs.map { .string($0) }) }
        if misfits > 0 { object["misfits"] = .int(misfits) }
        if silences > 0 { object["silences"] = .int(silences) }
        object.set("silent_at", silentAt.map { .int($0.milliseconds) })
        object["turn"] = .int(turn)
        object.set("sheet", changedSheet?.json)
        object.set("gathered", gathered?.json)
        if isPrivate { object["private"] = true }
        object.set("form", form?.json)
        object.set("which", which?.json)
        object.set("meant", meant?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            asked: try AskedQuestion(json: try json.required("asked")), name: try json.string("name"),
            version: try json.string("version"), earlierIDs: json["earlier"]?.array?.compactMap(\.string) ?? [],
            misfits: json["misfits"]?.int ?? 0, silences: json["silences"]?.int ?? 0,
            silentAt: json["silent_at"]?.int.map { Moment(milliseconds: $0) }, turn: try json.int("turn"),
            changedSheet: try json.optional("sheet"), gathered: try json.optional("gathered"),
            isPrivate: json["private"]?.bool ?? false, form: try json.optional("form"),
            which: try json.optional("which"), meant: try json.optional("meant"))
    }
}

extension OpenCall: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        object.set("meanwhile_at", meanwhileAt.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), meanwhileAt: json["meanwhile_at"]?.int.map { Moment(milliseconds: $0) })
    }
}

extension Interruption: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["flow": .string(flow), "step": .string(step)]
        object.set("answers", answers?.json)
        object.set("trail", trail.all)
        if depth > 0 { object["depth"] = .int(depth) }
        object.set("frames", frames.all)
        object.set("form", form?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            flow: try json.string("flow"), step: try json.string("step"),
            answers: try json.optional("answers"), trail: Trail(try json.list("trail")), depth: json["depth"]?.int ?? 0,
            frames: FlowStack(try json.list("frames", of: Frame.self)), form: try json.optional("form"))
    }
}

extension Passed: JSONRepresentable {
    /// Only the step, if it has nothing to undo.
    public var json: JSONValue {
        if undo == nil, inside == nil { return .string(step) }
        var object: JSONObject = ["step": .string(step)]
        object.set("inside", inside?.json)
        guard let undo else { return .object(object) }
        object["turn"] = .int(undo.turn)
        if !undo.filled.isEmpty { object["filled"] = .array(undo.filled.map { .string($0) }) }
        if !undo.replaced.isEmpty { object["replaced"] = undo.replaced.json }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        if let step = json.string {
            self.init(step: step)
        } else {
            var undo: Undo?
            if json["turn"] != nil {
                undo = Undo(
                    turn: try json.int("turn"), filled: json["filled"]?.array?.compactMap(\.string) ?? [],
                    replaced: try json.optional("replaced") ?? Fields())
            }
            self.init(step: try json.string("step"), undo: undo, inside: try json.optional("inside"))
        }
    }
}

extension Tap: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "bubble": .string(bubble), "chose": .string(fingerprint), "at": .int(at.milliseconds),
        ]
        object.set("of", chosen?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            bubble: try json.string("bubble"), fingerprint: try json.string("chose"),
            at: Moment(milliseconds: try json.int("at")))
        chosen = try json.optional("of")
    }
}

extension Device: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["channel": .string(channel.rawValue), "capabilities": .string(capabilities.list)]
        if !lacks.isEmpty { object["lacks"] = lacks.json }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let channel = Channel(rawValue: try json.string("channel")) else { throw JSONError("no such channel") }
        self.init(
            channel: channel, capabilities: Capabilities(list: try json.string("capabilities")),
            lacks: try json.optional("lacks") ?? [])
    }
}
