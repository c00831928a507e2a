import Foundation

@testable import OpenGraph

private let address = "https://shop.example/a/page?b=c"

/// Any bytes as a web page for a link preview. The first line is its `Content-Type`, the rest is the page.
///
/// Whatever the page, texts have one line and a sensible length, and URLs are `https`.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)[...]
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    let kind = String(decoding: input[..<end], as: UTF8.self)
    let head = PageHead(PageText(Array(input[end...].dropFirst()), contentType: kind).text)
    for text in [head.pageTitle, head.pageDescription, head.pageAuthor].compactMap(\.self) {
        require(!text.isEmpty && text.unicodeScalars.count <= 4_001, "a text is empty or endless")
        require(!text.contains(where: \.isNewline), "a text has several lines")
    }
    for found in [head.picture(on: address), head.video(on: address)?.address].compactMap(\.self) {
        require(found.hasPrefix("https://"), "an address is not https")
        require(found.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an address holds what no request may")
    }
    return 0
}
