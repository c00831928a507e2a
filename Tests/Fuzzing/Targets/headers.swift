import Foundation

@testable import Server
@testable import WebChat

/// Values of request headers, from any client. The first line is the kind of the rest: `cookie`, `form`, `languages`,
/// `forwarded`, `content-range`, `range`, `name` (of a person), `file` (the name of one).
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)[...]
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    let text = String(decoding: input[end...].dropFirst(), as: UTF8.self)
    switch String(decoding: input[..<end], as: UTF8.self) {
    case "cookie": cookie(text)
    case "form": _ = FormFields(text)["state"]
    case "languages":
        let known = ["en", "de", "ar"]
        require(known.contains(AcceptedLanguages(text).best(among: known)), "a language that is not there")
    case "forwarded": forwarded(text)
    case "content-range": contentRange(text)
    case "range": range(text)
    case "name": name(text)
    default: file(text)
    }
    return 0
}

private func cookie(_ text: String) {
    if let value = Cookies(headers: [text])["usher_chat"] {
        require(text.utf8.count >= value.utf8.count + 11, "a cookie is longer than its header")
        require(!value.utf8.contains(UInt8(ascii: ";")), "a cookie holds the next one")
    }
    // Our own cookie is found among any others.
    require(
        Cookies(headers: [text.filter { $0 != "=" }, "usher_chat=abc"])["usher_chat"] == "abc", "our cookie is lost")
}

private func forwarded(_ text: String) {
    let reader = ForwardedAddress(trustedProxies: ["10.0.0.1", "10.0.0.2"])
    require(reader.of(peer: "192.0.2.1", forwarded: [text]) == "192.0.2.1", "a stranger is believed")
    let behind = reader.of(peer: "10.0.0.1", forwarded: [text, "198.51.100.7, 10.0.0.2"])
    require(behind == "198.51.100.7", "something beside what trusted proxies say is believed")
    require(reader.of(peer: "10.0.0.1", forwarded: [text]) != nil, "an address is lost")
}

private func contentRange(_ text: String) {
    guard let range = ContentRange(text) else { return }
    if case .bytes(let bytes, let total) = range {
        require(bytes.lowerBound >= 0 && bytes.upperBound < total ?? .max, "bytes beyond the file")
    }
    require(range.total ?? 0 >= 0, "a file smaller than nothing")
}

private func range(_ text: String) {
    for size in [0, 1, 1_000, Int.max] {
        guard case .part(let part) = WantedRange(text, of: size) else { continue }
        require(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= size, "bytes beyond the file")
    }
}

private func name(_ text: String) {
    if let name = ChatName.of(text) {
        require((1...80).contains(name.count) && name.unicodeScalars.count <= 640, "a name is empty or endless")
        require(!name.contains(where: \.isNewline), "a name has several lines")
    }
    if let language = ChatName.language(text) { require(language.utf8.allSatisfy { $0 < 0x7F }, "a strange language") }
}

private func file(_ text: String) {
    for name in [text, text.asFileName].compactMap(\.self) {
        let header = name.asAttachment
        require(header.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "a header holds what it may not")
        require(header.utf8.count { $0 == UInt8(ascii: "\"") } == 2, "a name ends before its end")
        require(
            header.utf8.count { $0 == UInt8(ascii: ";") } <= 2 + name.utf8.count { $0 == UInt8(ascii: ";") },
            "parameters")
    }
    if let name = text.asFileName { require(!name.contains("/") && !name.contains("\\"), "a name leads elsewhere") }
}
