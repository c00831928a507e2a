/// What the kinds of questions have in common, for everything that treats several of them alike.
extension AskedQuestion.Kind {
    /// How a kind of question is answered.
    public enum Answering: Sendable {
        /// By choosing among offered answers.
        case choosing
        case typing
        /// By sending something other than text.
        case sending
        /// By filling in a form.
        case filling
        /// In a service that opens on the device.
        case service
    }

    public var answering: Answering {
        switch self {
        case .choice, .times: .choosing
        case .text, .number, .money, .date: .typing
        case .photo, .file, .place: .sending
        case .form: .filling
        case .signIn, .pay, .app: .service
        }
    }

    public var offersAnswers: Bool { answering == .choosing }

    public var isService: Bool { answering == .service }

    /// Whether the customer answers in a bubble, not by a message of their own.
    public var isAnsweredInBubble: Bool {
        switch answering {
        case .choosing, .filling, .service: true
        case .typing, .sending: false
        }
    }

    /// Whether the answer comes from the service itself, on a way other than the customer's messages.
    public var isReportedByService: Bool {
        switch self {
        case .signIn, .pay: true
        case .choice, .times, .text, .number, .money, .date, .app, .photo, .file, .place, .form: false
        }
    }
}
