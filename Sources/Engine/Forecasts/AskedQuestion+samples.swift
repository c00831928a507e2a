import Expressions
import MessageModel

/// Sample answers to a question, for trying them.
extension AskedQuestion {
    struct Sample {
        var words: String
        var heard: Heard
    }

    func sampleAnswers(today: CalendarDate) -> [Sample] {
        switch kind {
        case .choice(let choice): choice.samples(of: id)
        case .times(let times):
            times.slots.prefix(1).map { slot in
                Sample(
                    words: slot.words.isEmpty ? "a time" : slot.words,
                    heard: .choice(Selection(question: id, ids: [slot.slot.id], start: slot.slot.start)))
            }
        case .signIn: []
        case .pay:
            [
                Sample(words: "paying", heard: .pay(paid))
            ]
        case .app: [Sample(words: "the app's answer", heard: .app(AppReply(question: id, fields: [:])))]
        case .photo, .file: [Sample(words: "a file", heard: .files([HeardFile(Self.file)], text: ""))]
        case .place: [Sample(words: "a place", heard: .place(Self.place))]
        case .form(let form): [Sample(words: "the filled form", heard: .form(form.filled(of: id, today: today)))]
        case .text, .number, .money, .date:
            typedSamples(today: today).map { Sample(words: $0, heard: .text($0)) }
        }
    }

    /// The reply of a service that has failed; `nil` for questions without a service.
    var failing: (words: String, heard: Heard)? {
        switch kind {
        case .signIn: ("signing in fails", .signIn(SignInReply(question: id, outcome: .failure("failed"))))
        case .pay: ("the card is declined", .pay(PayReply(question: id, outcome: .declined)))
        case .choice, .times, .text, .number, .money, .date, .app, .photo, .file, .place, .form: nil
        }
    }

    /// The reply of a device when the customer dismisses the question; `nil` when that is not possible.
    var cancelling: Heard? {
        switch kind {
        case .signIn: .signIn(SignInReply(question: id, outcome: .cancelled))
        case .pay: .pay(PayReply(question: id, outcome: .cancelled))
        case .form: .form(FormReply(question: id, pages: [], isCancelled: true))
        case .choice, .times, .text, .number, .money, .date, .app, .photo, .file, .place: nil
        }
    }

    private var paid: PayReply {
        var reply = PayReply(question: id, outcome: .paid, reference: "rehearsal")
        reply.contact = PayContact(
            name: "Ana Sample", email: "ana@example.com", phone: "+49 30 901820", address: Self.place)
        return reply
    }

    private static let place = PlaceValue(street: "1 Example Street", city: "Berlin", postcode: "10115", country: "DE")
    private static let file = FileReference(id: "sample", name: "sample.jpg", kind: "image/jpeg", size: 1)
}

extension AskedChoice {
    /// Each offered answer; for multiple choice, the smallest selection from the first ones that is accepted.
    fileprivate func samples(of question: String) -> [AskedQuestion.Sample] {
        if several {
            let some = options.prefix(max(1, atLeast))
            let words = some.map(\.label).joined(separator: ", ")
            return [.init(words: words, heard: .choice(Selection(question: question, ids: some.map(\.choice.id))))]
        }
        return options.map { option in
            .init(words: option.label, heard: .choice(Selection(question: question, ids: [option.choice.id])))
        }
    }
}

extension AskedForm {
    /// Every page with a sample answer.
    fileprivate func filled(of question: String, today: CalendarDate) -> FormReply {
        let filled = pages.map { page in
            FormReply.Page(name: page.name, items: page.items(today: today))
        }
        return FormReply(question: question, pages: filled)
    }
}

extension AskedForm.Page {
    fileprivate func items(today: CalendarDate) -> [FormReply.Item] {
        guard case .choice(let choice) = question.kind else {
            return question.typedSamples(today: today).prefix(1).map { FormReply.Item(id: name, value: $0) }
        }
        return choice.options.prefix(choice.several ? max(1, choice.atLeast) : 1).map {
            FormReply.Item(id: $0.choice.id, value: $0.label, title: $0.label)
        }
    }
}
