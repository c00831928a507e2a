public import Expressions
import Foundation
import MessageModel

/// The customer of a test: their data where a transcript does not specify it.
extension AskedPay {
    /// All requested contact fields.
    func sampleContact(at address: PlaceValue?) -> PayContact {
        var sample = PayContact()
        if contact.contains(.name) { sample.name = "Ana Sample" }
        if contact.contains(.phoneticName) { sample.phoneticName = "Ana Sample" }
        if contact.contains(.email) { sample.email = "ana@example.com" }
        if contact.contains(.phone) { sample.phone = "+49 30 901820" }
        if contact.contains(.post) { sample.address = address ?? Self.sampleAddress }
        return sample
    }

    private static let sampleAddress = PlaceValue(
        street: "1 Example Street", city: "Berlin", postcode: "10115", country: "DE")
}

extension ValueType.RecordField {
    /// A value of the type.
    public var sample: Value {
        switch type {
        case .number: .number(1)
        case .yesNo: .yesNo(true)
        case .date: .date(CalendarDate(dayNumber: 11_017))
        case .time: .time(TimeSlot(start: Moment(milliseconds: 951_868_800_000)))
        case .duration: .duration(.minutes(1))
        case .list: .list([])
        case .record(let fields): .record(Fields(fields.map { ($0.name, $0.sample) }))
        case .place: .place(PlaceValue(city: "Berlin", country: "DE"))
        case .money: Currency("EUR").map { .money(Money(1, $0)) } ?? .text("")
        case .file: .file(FileReference(id: "sample", name: "sample", kind: "text/plain", size: 0))
        case .choice(let choice): .text(choice.answers.first?.label ?? "sample \(name)")
        case .text, .unknown: .text(Self.words[name] ?? "sample \(name)")
        }
    }

    /// Claims that most providers return (OpenID Connect Core, section 5.1).
    private static let words = [
        "sub": "customer-1", "name": "Ana Sample", "given_name": "Ana", "family_name": "Sample",
        "email": "ana@example.com", "phone_number": "+49 30 901820",
    ]
}

extension PlaceValue {
    /// Parses `5 Rue Basse, 75001 Paris, FR`: street, postcode and city, country. Parts at the end may be missing.
    init(line: String) {
        let parts = line.split(separator: ",").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        self.init()
        guard parts.count > 1 else {
            name = line
            return
        }
        street = parts[0]
        let words = parts[1].split(separator: " ", maxSplits: 1).map(String.init)
        if words.count == 2, words[0].contains(where: \.isNumber) {
            postcode = words[0]
            city = words[1]
        } else {
            city = parts[1]
        }
        if parts.count > 2 { country = parts[2...].joined(separator: ", ") }
    }
}
