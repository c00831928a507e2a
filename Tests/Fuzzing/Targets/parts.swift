import Foundation
import JSON
import MessageModel
import MessageParts

private let registry = TypeRegistry.standard
private let bridge = PartsBridge()
private let devices = [0, 1, 2, 4, 8, 31].map { Device(channel: .apple, capabilities: Capabilities(rawValue: $0)) }

/// Any text as message parts: what can be parsed can be shown and sent to every device, and is equal after writing it
/// in parts.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let json = try? JSONValue(parsing: bytes(start, count)), let list = json.array else { return 0 }
    let parts = list.compactMap { try? MessagePart(json: $0) }
    guard let read = try? registry.message(of: parts) else { return 0 }
    guard let inspection = try? MessageInspection(of: parts) else {
        preconditionFailure("it is read, and not inspected")
    }
    require(inspection.json["type"]?.string != nil, "no type")
    for size in [MessageSize.small, .large] {
        let html = MessagePresenter().html(of: read.message, size).text
        require(!html.contains("<script"), "a script in \(html)")
        _ = MessagePresenter().text(of: read.message, size)
    }
    for device in devices { _ = bridge.messages(of: read.message, on: device) }
    // Writing it a second time gives the same parts.
    let once = written(read.message)
    guard let again = try? registry.message(of: once) else { preconditionFailure("what was written cannot be read") }
    require(written(again.message) == once, "written twice it differs")
    return 0
}

private func written(_ message: RichMessage) -> [MessagePart] {
    var names = NodeNames(seed: "fuzz")
    return registry.parts(of: message, message: "layer:///messages/m", &names)
}
