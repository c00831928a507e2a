import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// Whatever is asked, and whatever the device can show: a customer can answer, and the answer is the same.
@Suite struct FallbackTests {
    /// Every set of capabilities that Apple names, and the web chat.
    static let devices: [Device] = (0..<32).flatMap { bits in
        [Device.Channel.apple, .web].map { Device(channel: $0, capabilities: Capabilities(rawValue: bits)) }
    }

    /// A device that shows every question in its own form.
    static let best = Device(channel: .apple, capabilities: [.quick, .list, .time, .form, .auth2])

    @Test(arguments: FallbackQuestion.all)
    func `every question can be answered on every device, with the same answer`(_ question: FallbackQuestion) throws {
        let engine = Engine(try bot(question.flow, services: FallbackQuestion.claims))
        let wanted = try Sitting.answer(to: question, of: engine, on: Self.best, .taps)
        for device in Self.devices {
            for manner in device.channel == .apple ? question.manners : [.taps] {
                let answer = try Sitting.answer(to: question, of: engine, on: device, manner)
                #expect(
                    answer == (question.isUnable(device) ? .elsewhere : wanted),
                    "\(device.channel) with \(device.capabilities.list), \(manner)")
            }
        }
    }

    @Test(arguments: FallbackQuestion.all)
    func `who goes on with another device is asked again as that one shows it`(_ question: FallbackQuestion) throws {
        let engine = Engine(try bot(question.flow, services: FallbackQuestion.claims))
        let wanted = try Sitting.answer(to: question, of: engine, on: Self.best, .taps)
        for device in Self.devices where device.channel == .apple {
            var sitting = Sitting(engine, Self.best, .taps)
            try sitting.begin()
            try sitting.change(to: device)
            let answer = try sitting.answer(question)
            #expect(
                answer == (question.isUnable(device) ? .elsewhere : wanted),
                "\(device.capabilities.list)")
        }
    }

    @Test func `every kind of question is among them`() throws {
        var asked: Set<String> = []
        for question in FallbackQuestion.all {
            let engine = Engine(try bot(question.flow, services: FallbackQuestion.claims))
            var sitting = Sitting(engine, Self.best, .taps)
            try sitting.begin()
            for kind in sitting.kinds { asked.insert(kind) }
        }
        let keys = KeyPlace.step.table.keys.filter { $0.group == .answer }.map(\.name)
        #expect(asked == Set(keys), "the keys of questions, and those that are asked in `FallbackQuestion.all`")
    }

    @Test func `every kind of card is among them`() {
        let walked = CardWalk.all.compactMap { $0.card.split(separator: ":").first.map(String.init) }
        #expect(Set(walked) == Set(CardTemplate.Kind.allCases.map(\.rawValue)))
    }

    @Test(arguments: CardWalk.all)
    func `every card can be read on every device`(_ card: CardWalk) throws {
        let flow = card.flow
        for device in Self.devices {
            var talk = Talk([Engine(try bot(flow, services: CardWalk.services))])
            talk.device = device
            guard case .turn(let turn) = try talk.say("hello") else { return #expect(Bool(false), "nothing happened") }
            let words = try turn.effects.compactMap { effect -> String? in
                guard case .send(let outgoing) = effect else { return nil }
                let restored = try Message(json: outgoing.message.json)
                #expect(restored == outgoing.message, "a message is the same after it has been stored")
                switch outgoing.message {
                case .text(let text): return text
                case .card(let shown):
                    #expect(device.channel == .web || shown.buttons.isEmpty)
                    return shown.words
                default: return nil
                }
            }.joined(separator: "\n")
            for word in card.words { #expect(words.contains(word), "\(device.channel): \(words)") }
        }
    }
}

extension AskedQuestion.Kind {
    /// The key of the kind in flows.
    var name: String {
        switch self {
        case .choice: "answers"
        case .times: "times"
        case .text: "text"
        case .number: "number"
        case .money: "money"
        case .date: "date"
        case .signIn: "sign_in"
        case .pay: "pay"
        case .app: "app"
        case .photo: "photo"
        case .file: "file"
        case .place: "place"
        case .form: "form"
        }
    }
}
