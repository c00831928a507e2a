import Channels
import Expressions
import MessageModel

/// The actions of customers, people at the desk, the bot's authors and its operators, in order.
struct Story: Sendable {
    enum Step: Sendable {
        case say(String, String)
        /// Sends the number plate when it was asked for, a secret for all others; otherwise says something.
        case tellPlate(String)
        /// A tap in the last bubble, or in an earlier one.
        case tap(String, Int, before: Int = 0)
        /// The same tap again under another id, as devices send it.
        case tapAgain(String)
        /// The last message again, as Apple repeats it.
        case repeatLast(String)
        case close(String)
        /// Authorises the last pay sheet with a card; the second repeats it with the same card, as devices without a
        /// response do.
        case authorize(String, card: String)
        case authorizeAgain(String)
        case chooseShipping(String, String)
        /// The device reports that its sheet was closed.
        case shut(String, ClosedSheet.Ending)
        /// A person at the desk writes, and gives the conversation back.
        case write(String, String)
        case giveBack(String)
        /// An operator's command, in a separate process beside the server: moves a conversation to a step, writes to
        /// its customer, or gives it back.
        case move(String, to: String)
        case commandWrite(String, String)
        case commandGiveBack(String)
        /// Retries the oldest dead letter.
        case retry
        /// Writes in the web chat, chooses an answer there, or resends the last message.
        case chat(String, String)
        case choose(String, Int)
        case chatAgain(String)
        /// The browser reads again from some revisions earlier, or has shown everything.
        case look(String, back: Int)
        case readAll(String)
        /// The customer signs in with the provider or declines, or the browser returns once more in the same way.
        case signIn(String)
        case refuseSignIn(String)
        case signInAgain(String)
        case pass(TimeLength)
        /// The clock is set back.
        case setBack(TimeLength)
        case edit(String)
        /// The server is stopped or killed, and restarted.
        case stop
        case kill
    }

    var name: String
    var start: Moment
    var manners: Manners
    var steps: [Step]
    /// Whether each step waits until no work is pending.
    var isOrderly = true
    /// Whether the database is created as part of the story.
    var beginsEmpty = false
    /// The bot version at the beginning.
    var version = "1"
    /// Whether operators use commands beside the server.
    var hasCommands: Bool {
        !isOrderly && version != Shop.version
            || steps.contains(where: \.isCommand)
    }
    /// Whether the web chat is enabled.
    var isOnWeb = false

    /// The word that customers send only in answer to a private question.
    static func plate(of customer: String) -> String { "Nightingale-\(customer)-4711" }
}

extension Story {
    /// A server starts for the first time.
    static let firstStart = Story(
        name: "first-start", start: Garage.autumnNight, manners: .good,
        steps: [.say("ana", "hello")], beginsEmpty: true)

    /// A customer arrives, says something private, and is silent.
    static let greeting = Story(
        name: "greeting", start: Garage.springNight, manners: .good,
        steps: [.say("ana", "hello"), .tap("ana", 0), .tellPlate("ana")])

    /// A customer books, with everything involved: private words, a call, a reminder, a clock set back for winter.
    static let booking = Story(
        name: "booking", start: Garage.autumnNight, manners: .good,
        steps: [
            .say("ana", "hello"), .tap("ana", 0), .tellPlate("ana"), .tap("ana", 2), .pass(.minutes(1)),
            .pass(.minutes(60)), .pass(.minutes(70)), .say("ana", "thanks"), .close("ana"),
        ])

    /// Two customers at once, and every fault except a crash.
    static let trouble = Story(
        name: "trouble", start: Garage.springNight,
        manners: Manners(
            losesReceipts: 30, refuses: 20, losesAnswers: 20, dawdles: 20, callsDawdle: 50, callsLoseAnswers: 50),
        steps: [
            .say("ana", "hello"), .say("ben", "hi"), .pass(.seconds(10)), .tap("ana", 0), .tap("ben", 1),
            .pass(.seconds(5)), .tapAgain("ana"), .tellPlate("ana"), .repeatLast("ana"), .pass(.seconds(20)),
            .tap("ana", 1), .tap("ben", 3), .pass(.minutes(2)), .setBack(.minutes(3)), .edit("2"), .tap("ben", 2),
            .pass(.minutes(4)), .say("ana", "help"), .pass(.seconds(9)), .write("ana", "It is Ana's turn."),
            .giveBack("ana"), .tap("ben", 0, before: 1), .pass(.minutes(11)), .close("ben"), .stop,
            .say("ana", "again"), .pass(.minutes(12)),
        ])

    /// A customer pays after a refused card, and then leaves another request unpaid.
    static let payment = Story(
        name: "payment", start: Garage.autumnNight, manners: .good,
        steps: [
            .say("ana", "hello"), .pass(.seconds(2)), .tap("ana", 0), .pass(.seconds(2)),
            .chooseShipping("ana", "envelope"), .authorize("ana", card: "Visa 0002"), .pass(.seconds(30)),
            .authorize("ana", card: "Visa 1111"), .authorizeAgain("ana"), .shut("ana", .paid), .pass(.minutes(3)),
            .tap("ana", 0), .pass(.seconds(2)), .shut("ana", .cancelled), .pass(.minutes(1)),
        ], version: Shop.version)

    /// The processor does not report whether a card was charged; then another card is charged, in a world that is slow
    /// and loses responses.
    static let paymentTrouble = Story(
        name: "payment-trouble", start: Garage.springNight,
        manners: Manners(
            losesReceipts: 30, refuses: 20, losesAnswers: 20, callsDawdle: 50, callsLoseAnswers: 40, callsFail: 20,
            away: 30),
        steps: [
            .say("ana", "hello"), .pass(.seconds(30)), .tap("ana", 0), .pass(.seconds(30)),
            .authorize("ana", card: "Visa 0500"), .pass(.seconds(3)), .authorizeAgain("ana"),
            .authorize("ana", card: "Visa 1111"), .pass(.minutes(8)),
            .authorize("ana", card: "Visa 1111"), .pass(.seconds(3)), .authorizeAgain("ana"), .shut("ana", .cancelled),
            .stop, .pass(.minutes(2)),
        ], version: Shop.version)

    /// Two customers in the web chat, whose browsers lose responses and connections.
    static let chat = Story(
        name: "chat", start: Garage.springNight, manners: Manners(losesReceipts: 30),
        steps: [
            .chat("ana", "hello"), .pass(.seconds(2)), .choose("ana", 0), .chat("ben", "hi"), .pass(.seconds(2)),
            .chat("ana", "M-AB 1"), .chatAgain("ana"), .look("ana", back: 3), .choose("ben", 2), .choose("ben", 0),
            .pass(.seconds(2)), .chat("ana", "North"), .readAll("ana"), .pass(.seconds(30)), .look("ben", back: 99),
            .stop, .chat("ben", "thanks"), .readAll("ben"), .pass(.minutes(11)),
        ], isOnWeb: true)

    /// A customer signs in, declines to, and returns too late.
    static let signIn = Story(
        name: "sign-in", start: Garage.autumnNight, manners: .good,
        steps: [
            .say("ana", "hello"), .pass(.seconds(2)), .tap("ana", 1), .pass(.seconds(2)), .signIn("ana"),
            .signInAgain("ana"), .pass(.seconds(2)), .tap("ana", 1), .pass(.seconds(2)), .refuseSignIn("ana"),
            .pass(.seconds(2)), .tap("ana", 1), .pass(.minutes(11)), .signIn("ana"), .pass(.minutes(2)),
        ], version: Shop.version)

    /// Operators move conversations, answer customers and retry messages from the command line, both while a server
    /// runs and while none does.
    static let commands = Story(
        name: "commands", start: Garage.springNight,
        manners: Manners(losesReceipts: 20, refuses: 20, dawdles: 30, givesUp: 30),
        steps: [
            .say("ana", "hello"), .pass(.seconds(2)), .move("ana", to: "bay"), .tap("ana", 1), .pass(.seconds(20)),
            .say("ana", "help"), .commandWrite("ana", "It is your turn."), .say("ana", "thanks"),
            .commandWrite("ana", "Bay 2."), .write("ana", "On the left."), .commandGiveBack("ana"),
            .say("ana", "again"), .move("ana", to: "welcome"), .pass(.minutes(5)), .retry, .say("ana", "hello"),
            .pass(.minutes(3)), .stop, .move("ana", to: "bay"), .retry, .say("ana", "hello"), .kill, .retry,
            .move("ana", to: "person"), .commandWrite("ana", "Bay 3."), .retry, .pass(.minutes(3)), .retry,
            .pass(.minutes(12)),
        ])

    /// The stories that are tried at every point.
    static let all = [greeting, firstStart, booking, trouble, payment, paymentTrouble, chat, signIn, commands]
}
