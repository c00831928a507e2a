import Channels
import Expressions

extension Story {
    private static let customers = ["ana", "ben", "cem", "dia"]

    /// A random story.
    static func random(_ seed: UInt64) -> Story {
        let chance = SeededRandom(seed)
        var story = Story(
            name: "seed \(seed)", start: chance.pick([Garage.springNight, Garage.autumnNight]), manners: .bad,
            steps: [],
            isOrderly: false)
        // So that there are dead letters to retry.
        story.manners.givesUp = 4
        let length = 30 + chance.number(below: 40)
        story.steps = (0..<length).flatMap { _ in
            let step = step(chance)
            // Operators continue while no server runs.
            return step.endsServer && chance.happens(2, in: 3) ? [step, command(chance), command(chance)] : [step]
        }
        return story
    }

    private static func command(_ chance: SeededRandom) -> Step {
        let customer = chance.pick(customers)
        switch chance.number(below: 6) {
        case 0..<2: return .move(customer, to: chance.pick(["welcome", "bay", "wash", "person"]))
        case 2..<3: return .commandWrite(customer, "A command says \(chance.number(below: 99)).")
        case 3..<4: return .commandGiveBack(customer)
        default: return .retry
        }
    }

    /// A random story in the shop, with pay sheets, sign-ins and a web chat.
    static func randomShop(_ seed: UInt64) -> Story {
        let chance = SeededRandom(seed)
        var story = Story(
            name: "shop \(seed)", start: chance.pick([Garage.springNight, Garage.autumnNight]), manners: .bad,
            steps: [],
            isOrderly: false, version: Shop.version, isOnWeb: true)
        let length = 30 + chance.number(below: 40)
        story.steps = (0..<length).map { _ in shopStep(chance) }
        return story
    }

    private static func shopStep(_ chance: SeededRandom) -> Step {
        let customer = chance.pick(["ana", "ben"])
        let browser = chance.pick(["cem", "dia"])
        switch chance.number(below: 100) {
        case 0..<6: return .say(customer, chance.pick(["hello", "Voucher", "Club", "what?", "help"]))
        case 6..<22: return .tap(customer, chance.number(below: 3))
        case 22..<34: return .authorize(customer, card: chance.pick(["Visa 1111", "Visa 2222", "Visa 0002"]))
        case 34..<38: return .authorizeAgain(customer)
        case 38..<41: return .chooseShipping(customer, chance.pick(["email", "envelope"]))
        case 41..<44: return .shut(customer, chance.pick([.paid, .declined, .cancelled, .unknown]))
        case 44..<52: return .signIn(customer)
        case 52..<54: return .signInAgain(customer)
        case 54..<56: return .refuseSignIn(customer)
        case 56..<64: return .chat(browser, chance.pick(["hello", "Voucher", "Club", "Nothing", "what?", "help"]))
        case 64..<72: return .choose(browser, chance.number(below: 3))
        case 72..<74: return .chatAgain(browser)
        case 74..<77: return .look(browser, back: chance.number(below: 9))
        case 77..<79: return .readAll(browser)
        case 79..<81: return .repeatLast(customer)
        case 81..<91: return .pass(.seconds(1 + chance.number(below: 30)))
        case 91..<95: return .pass(.minutes(1 + chance.number(below: 12)))
        case 95..<96: return .setBack(.seconds(1 + chance.number(below: 3_600)))
        case 96..<98: return .stop
        default: return .kill
        }
    }

    private static func step(_ chance: SeededRandom) -> Step {
        let customer = chance.pick(customers)
        switch chance.number(below: 100) {
        case 0..<8: return command(chance)
        case 8..<20:
            return .say(customer, chance.pick(["hello", "Repair", "what?", "help", "stop", "1", "menu", "North"]))
        case 20..<34: return .tellPlate(customer)
        case 34..<58: return .tap(customer, chance.number(below: 6))
        case 58..<62: return .tap(customer, chance.number(below: 3), before: 1 + chance.number(below: 3))
        case 62..<66: return .tapAgain(customer)
        case 66..<70: return .repeatLast(customer)
        case 70..<72: return .close(customer)
        case 72..<75: return .write(customer, "A person says \(chance.number(below: 99)).")
        case 75..<77: return .giveBack(customer)
        case 77..<88: return .pass(.seconds(1 + chance.number(below: 30)))
        case 88..<92: return .pass(.minutes(1 + chance.number(below: 30)))
        case 92..<94: return .setBack(.seconds(1 + chance.number(below: 3_600)))
        case 94..<96: return .edit(chance.pick(Garage.versions))
        case 96..<98: return .stop
        default: return .kill
        }
    }
}

extension Story.Step {
    /// Whether the server is not running after it.
    fileprivate var endsServer: Bool {
        switch self {
        case .stop, .kill: true
        default: false
        }
    }
}
