/// The verbs of transcripts (flow language, 2.3): what stands before the colon of a line.
enum TranscriptVerb: String, CaseIterable, Sendable {
    case test, given, start, bot, you, tap
    case tapOld = "tap old"
    case pick, wait, person, close, expect
    case photo, file, place, fill, change, pay
    case signIn = "sign in"
    case app

    /// Whether this version can play it; the others belong to questions that it cannot ask yet.
    var isPlayed: Bool {
        switch self {
        case .test, .given, .start, .bot, .you, .tap, .tapOld, .pick, .wait, .person, .close, .expect,
            .photo, .file, .place, .fill, .change, .pay, .signIn, .app:
            true
        }
    }
}
