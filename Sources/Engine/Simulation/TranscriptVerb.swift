/// The verbs of transcripts (flow language, 2.3): the word before the colon of a line.
enum TranscriptVerb: String, CaseIterable, Sendable {
    case test, given, start, bot, you, tap
    case tapOld = "tap old"
    case pick, wait, person, close, expect
    case photo, file, place, fill, change, pay
    case signIn = "sign in"
    case app, taken, event
    case always, never
}
