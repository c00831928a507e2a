import Channels
import ConversationRuntime
public import Expressions
import FlowModel
import Foundation
import JSON

/// The e-mail of a notice (RFC 5322): plain text in UTF-8, with private fields left out.
struct NoticeMail {
    let notice: ResultNotice
    let business: String
    let settings: NoticeSettings.Email

    /// The message with CRLF at the end of every line.
    func bytes(at now: Moment) -> [UInt8] {
        let domain = settings.sender.split(separator: "@").last.map(String.init) ?? "usher"
        let head = [
            "From: \(Self.word(business)) <\(settings.sender)>", "To: \(settings.recipients.joined(separator: ", "))",
            "Subject: \(Self.word(subject))", "Date: \(Self.date(now))",
            "Message-ID: <\(notice.id).\(notice.result.row.id)@\(domain)>", "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
        ]
        let body = Data(text.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        return Array((head + ["", body, ""]).joined(separator: "\r\n").utf8)
    }

    var subject: String {
        let result = notice.result
        return switch notice.occasion {
        case .kept: "\(result.table) \(result.row.number)"
        case .changed: "\(result.table) \(result.row.number): \(result.row.state)"
        }
    }

    var text: String {
        let result = notice.result
        let fields = result.shown.names.map { "\($0): \(result.shown[$0]?.plainWords ?? "")" }
        let foot = "Kept at \(result.row.keptAt.iso). All rows: usher results \(result.table)"
        return (["\(result.table) \(result.row.number): \(result.row.state)", ""] + fields + ["", foot])
            .joined(separator: "\r\n") + "\r\n"
    }

    /// An encoded word (RFC 2047) for anything but plain letters and digits; several, since each has a limit.
    static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_.:".unicodeScalars.contains($0))
        }
        if isPlain, text.utf8.count <= 60 { return text }
        var words: [String] = []
        var piece = ""
        for character in text {
            if piece.utf8.count + String(character).utf8.count > 42 {
                words.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        words.append(piece)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func date(_ moment: Moment) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter.string(from: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
    }
}

extension Value {
    /// The value in words for people and spreadsheets, the same in every language: dates and times in ISO 8601.
    public var plainWords: String { plainWords(in: .utc) }

    public func plainWords(in zone: Zone) -> String {
        switch self {
        case .text(let text): text
        case .choice(let choice): choice.label
        case .number(let number): number.description
        case .money(let money): money.text
        case .date(let date): date.iso
        case .time(let slot): slot.start.iso(in: zone)
        case .yesNo(let value): value ? "yes" : "no"
        case .place(let place): place.line
        case .file(let file): file.name
        case .duration: external(in: zone).text
        case .list(let items): items.map { $0.plainWords(in: zone) }.joined(separator: ", ")
        case .record(let fields):
            fields.names.map { "\($0) \(fields[$0]?.plainWords(in: zone) ?? "")" }.joined(separator: ", ")
        }
    }
}
