/// The devices that a chat can simulate.
package enum ChatDevice: String, CaseIterable, Sendable {
    case iphone
    case oldIphone = "old-iphone"
    case mac
    case web

    var words: String {
        switch self {
        case .iphone: "an iPhone"
        case .oldIphone: "an old iPhone that shows only text"
        case .mac: "a Mac"
        case .web: "a browser"
        }
    }
}
