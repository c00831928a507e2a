/// Values that Apple fixes.
enum Apple {
    /// The name under which conversations of this channel are kept.
    static let channel = "apple"

    /// The iMessage extension of Messages for Business (Interactive Message Types, InteractiveData Dictionary).
    static let bid =
        "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension"
}
