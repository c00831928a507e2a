public import Expressions

extension Device {
    /// The device as flows see it under `device`, such as `device.pay` and `device.channel`.
    public var fields: Value {
        let flags: [(String, Bool)] = [
            ("buttons", capabilities.contains(.quick)), ("list", capabilities.contains(.list)),
            ("times", capabilities.contains(.time)), ("form", capabilities.contains(.form)),
            ("sign_in", capabilities.contains(.auth2)), ("pay", has(.pay)), ("app", has(.app)), ("links", has(.links)),
            ("files", has(.files)),
        ]
        return .record(Fields(flags.map { ($0, .yesNo($1)) } + [("channel", .text(channel.rawValue))]))
    }
}
