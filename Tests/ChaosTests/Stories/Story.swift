import Channels
import Expressions
import MessageModel

/// What customers, people at the desk, the authors of the bot and its operators do, one after the other.
struct Story: Sendable {
    enum Step: Sendable {
        case say(String, String)
        /// Tells the number plate when that was asked, which nobody else may read; else says something.
        case tellPlate(String)
        /// A tap in the last bubble; in one so many before.
        case tap(String, Int, before: Int = 0)
        /// The same tap again under another id, as devices send it.
        case tapAgain(String)
        /// The last message again, as Apple repeats it.
        case repeatLast(String)
        case close(String)
        /// Authorises the last pay sheet with a card; with the same once more, as devices do that heard nothing.
        case authorize(String, card: String)
        case authorizeAgain(String)
        case chooseShipping(String, String)
        /// The device tells that its sheet was closed.
        case shut(String, ClosedSheet.Ending)
        /// A person writes, and gives back.
        case write(String, String)
        case giveBack(String)
        /// An operator's command, in a process of its own beside the server: moves a conversation to a step, writes to its
        /// customer, or gives it back.
        case move(String, to: String)
        case commandWrite(String, String)
        case commandGiveBack(String)
        /// Has the oldest dead letter sent again.
        case retry
        /// Writes in the web chat, or chooses an answer there; sends the last once more.
        case chat(String, String)
        case choose(String, Int)
        case chatAgain(String)
        /// The browser reads anew, from so many revisions before; it has shown everything.
        case look(String, back: Int)
        case readAll(String)
        /// Signs in with the provider, does not want to; and the browser comes back once more in the same way.
        case signIn(String)
        case refuseSignIn(String)
        case signInAgain(String)
        case pass(TimeLength)
        /// The clock is set back.
        case setBack(TimeLength)
        case edit(String)
        /// The server is stopped, or killed, and started.
        case stop
        case kill
    }

    var name: String
    var start: Moment
    var manners: Manners
    var steps: [Step]
    /// Whether each step waits until nothing goes on any more.
    var isOrderly = true
    /// Whether the database is made anew, so that this is part of the story.
    var beginsEmpty = false
    /// The bot that it begins with.
    var version = "1"
    /// Whether operators have commands beside the server.
    var hasCommands: Bool {
        !isOrderly && version != Shop.version
            || steps.contains(where: \.isCommand)
    }
    /// Whether there is a web chat.
    var isOnWeb = false

    /// The word that only customers who are asked privately say.
    static func plate(of customer: String) -> String { "Nightingale-\(customer)-4711" }
}

extension Story {
    /// A server starts for the first time.
    static let firstStart = Story(
        name: "first-start", start: Garage.autumnNight, manners: .good,
        steps: [.say("ana", "hello")], beginsEmpty: true)

    /// A customer comes in, says something private, and is silent.
    static let greeting = Story(
        name: "greeting", start: Garage.springNight, manners: .good,
        steps: [.say("ana", "hello"), .tap("ana", 0), .tellPlate("ana")])

    /// Somebody books, with all that belongs to it: private words, a call, a reminder, a clock that is set back for winter.
    static let booking = Story(
        name: "booking", start: Garage.autumnNight, manners: .good,
        steps: [
            .say("ana", "hello"), .tap("ana", 0), .tellPlate("ana"), .tap("ana", 2), .pass(.minutes(1)),
            .pass(.minutes(60)), .pass(.minutes(70)), .say("ana", "thanks"), .close("ana"),
        ])

    /// Two customers at once, and everything that can go wrong without a crash.
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

    /// Somebody pays, after a card that is refused; and something else that they do not pay in the end.
    static let payment = Story(
        name: "payment", start: Garage.autumnNight, manners: .good,
        steps: [
            .say("ana", "hello"), .pass(.seconds(2)), .tap("ana", 0), .pass(.seconds(2)),
            .chooseShipping("ana", "envelope"), .authorize("ana", card: "Visa 0002"), .pass(.seconds(30)),
            .authorize("ana", card: "Visa 1111"), .authorizeAgain("ana"), .shut("ana", .paid), .pass(.minutes(3)),
            .tap("ana", 0), .pass(.seconds(2)), .shut("ana", .cancelled), .pass(.minutes(1)),
        ], version: Shop.version)

    /// Nobody says whether a card was taken, and then another one is, in a world that is slow and loses answers.
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

    /// Two customers in the web chat, whose browsers lose answers and lines.
    static let chat = Story(
        name: "chat", start: Garage.springNight, manners: Manners(losesReceipts: 30),
        steps: [
            .chat("ana", "hello"), .pass(.seconds(2)), .choose("ana", 0), .chat("ben", "hi"), .pass(.seconds(2)),
            .chat("ana", "M-AB 1"), .chatAgain("ana"), .look("ana", back: 3), .choose("ben", 2), .choose("ben", 0),
            .pass(.seconds(2)), .chat("ana", "North"), .readAll("ana"), .pass(.seconds(30)), .look("ben", back: 99),
            .stop, .chat("ben", "thanks"), .readAll("ben"), .pass(.minutes(11)),
        ], isOnWeb: true)

    /// Somebody signs in; and does not want to; and comes too late.
    static let signIn = Story(
        name: "sign-in", start: Garage.autumnNight, manners: .good,
        steps: [
            .say("ana", "hello"), .pass(.seconds(2)), .tap("ana", 1), .pass(.seconds(2)), .signIn("ana"),
            .signInAgain("ana"), .pass(.seconds(2)), .tap("ana", 1), .pass(.seconds(2)), .refuseSignIn("ana"),
            .pass(.seconds(2)), .tap("ana", 1), .pass(.minutes(11)), .signIn("ana"), .pass(.minutes(2)),
        ], version: Shop.version)

    /// Operators move conversations, answer customers and have messages sent again from the command line, beside the server and while
    /// none runs.
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

    /// Those of which every point is tried.
    static let all = [greeting, firstStart, booking, trouble, payment, paymentTrouble, chat, signIn, commands]
}
