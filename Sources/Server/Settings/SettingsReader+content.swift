import Expressions
import Foundation

extension SettingsReader {
    mutating func content() -> ContentSettings {
        var settings = ContentSettings()
        settings.maxSize = size(.contentMaxSize, 1_000...ContentSettings.most, settings.maxSize)
        settings.retention = length(.retentionContent, .hours(1) ... .days(365), settings.retention)
        return settings
    }

    private mutating func size(_ key: SettingKey, _ range: ClosedRange<Int>, _ standard: Int) -> Int {
        guard let found = find(key) else { return standard }
        if let size = Self.bytes(found.text), range.contains(size) { return size }
        refuse(key, found, "a size such as `25 MB`, from 1 KB to 100 MB")
        return standard
    }

    mutating func length(
        _ key: SettingKey, _ range: ClosedRange<TimeLength>, _ standard: TimeLength
    ) -> TimeLength {
        guard let found = find(key) else { return standard }
        if let length = Literal.duration(found.text), range.contains(length) { return length }
        let wording = Wording(language: "en", zone: .utc)
        let (from, to) = (wording.text(.duration(range.lowerBound)), wording.text(.duration(range.upperBound)))
        refuse(key, found, "a length of time such as `30 days`, from \(from) to \(to)")
        return standard
    }

    /// `25 MB`, `800 KB`, `2 GB`: a whole number, and units of a thousand.
    private static func bytes(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        let units = ["KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000]
        guard words.count == 2, let unit = units[words[1].uppercased()], let number = Int(words[0]), number >= 0 else {
            return nil
        }
        let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit)
        return isTooLarge ? nil : size
    }
}
