import Expressions
public import JSON
public import MessageModel

extension Session: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("status", status.rawValue)
            json.set("flow", flow)
            json.set("step", step)
            json.set("answers", answers)
            json.set("open", open)
            json.set("call", call)
            json.set("handover", handover)
            json.set("people", people)
            json.set("failures", json: retries.stored)
            json.set("customer", customer)
            json.set("device", device)
            json.set("language", language)
            json.set("region", region?.code)
            json.set("intent", intent)
            json.set("group", group)
            json.set("trail", unlessEmpty: trail.all)
            json.set("frames", unlessEmpty: frames.all)
            json.set("interrupted", unlessEmpty: interrupted.all)
            json.set("left", unlessEmpty: left.all)
            json.set("taps", unlessEmpty: taps.all)
            json.set("said", said)
            if !privateNames.isEmpty { json.set("private", texts: privateNames.all) }
            if !facts.isEmpty { json.set("facts", facts) }
            json.set("reminders", unlessEmpty: reminders.all)
            json.set("events", unlessEmpty: heldEvents.all)
            json.set("bookings", unlessEmpty: bookings)
            json.set("turn", turn)
            json.set("began", began)
            json.set("once", onceTurn)
            json.set("at", lastAt?.milliseconds)
        }
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

extension OpenQuestion: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("asked", asked)
            json.set("name", name)
            json.set("version", version)
            if !earlierIDs.isEmpty { json.set("earlier", texts: earlierIDs) }
            if misfits > 0 { json.set("misfits", misfits) }
            if silences > 0 { json.set("silences", silences) }
            json.set("silent_at", silentAt?.milliseconds)
            json.set("turn", turn)
            json.set("sheet", changedSheet)
            json.set("gathered", gathered)
            if isPrivate { json.set("private", true) }
            json.set("form", form)
            json.set("which", which)
            json.set("meant", meant)
        }
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

extension OpenCall: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("meanwhile_at", meanwhileAt?.milliseconds)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), meanwhileAt: json["meanwhile_at"]?.int.map { Moment(milliseconds: $0) })
    }
}

extension Interruption: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("flow", flow)
            json.set("step", step)
            json.set("answers", answers)
            json.set("trail", unlessEmpty: trail.all)
            if depth > 0 { json.set("depth", depth) }
            json.set("frames", unlessEmpty: frames.all)
            json.set("form", form)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            flow: try json.string("flow"), step: try json.string("step"),
            answers: try json.optional("answers"), trail: Trail(try json.list("trail")), depth: json["depth"]?.int ?? 0,
            frames: FlowStack(try json.list("frames", of: Frame.self)), form: try json.optional("form"))
    }
}

extension Passed: JSONWritable {
    /// Only the step, if it has nothing to undo.
    public func write(to json: inout JSONOutput) {
        if undo == nil, inside == nil { return json.write(step) }
        json.object { json in
            json.set("step", step)
            json.set("inside", inside)
            guard let undo else { return }
            json.set("turn", undo.turn)
            if !undo.filled.isEmpty { json.set("filled", texts: undo.filled) }
            if !undo.replaced.isEmpty { json.set("replaced", undo.replaced) }
        }
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

extension Tap: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("bubble", bubble)
            json.set("chose", fingerprint)
            json.set("at", at.milliseconds)
            json.set("of", chosen)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            bubble: try json.string("bubble"), fingerprint: try json.string("chose"),
            at: Moment(milliseconds: try json.int("at")))
        chosen = try json.optional("of")
    }
}

extension Device: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("channel", channel.rawValue)
            json.set("capabilities", capabilities.list)
            if !lacks.isEmpty { json.set("lacks", lacks) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let channel = Channel(rawValue: try json.string("channel")) else { throw JSONError("no such channel") }
        self.init(
            channel: channel, capabilities: Capabilities(list: try json.string("capabilities")),
            lacks: try json.optional("lacks") ?? [])
    }
}
