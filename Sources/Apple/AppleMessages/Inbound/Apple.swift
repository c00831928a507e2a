/// Constants defined by Apple.
enum Apple {
    /// The name under which conversations of this channel are stored.
    static let channel = "apple"

    /// The identifier of the iMessage extension for Messages for Business (Interactive Message Types, InteractiveData
    /// Dictionary).
    static let bid =
        "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension"
}
