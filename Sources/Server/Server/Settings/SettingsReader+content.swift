import Expressions
import Forecasts
import Foundation
import MessageParts
import SQLStorage
import WebChat

extension SettingsReader {
    /// - Parameter isShared: whether servers on other machines may use the database.
    mutating func content(isShared: Bool) -> ContentSettings {
        var settings = ContentSettings()
        settings.store = store(else: isShared ? .database : .folder)
        settings.maxSize = size(.contentMaxSize, 1_000...ContentSettings.most, settings.maxSize)
        settings.kinds = kinds(.contentKinds, settings.kinds)
        settings.automatic.kinds = kinds(.contentAutomaticKinds, settings.automatic.kinds)
        settings.automatic.size = size(.contentAutomaticSize, 0...ContentSettings.most, settings.automatic.size)
        if find(.contentFreeSpace) != nil { settings.reserve = size(.contentFreeSpace, 0...ContentSettings.most, 0) }
        settings.quota = quota(atLeast: settings.maxSize)
        settings.retention = length(.retentionContent, .hours(1) ... .days(365), settings.retention)
        return settings
    }

    private mutating func store(else standard: ContentPlace) -> ContentPlace {
        guard let found = find(.contentStore) else { return standard }
        if let place = ContentPlace(rawValue: found.text) { return place }
        refuse(.contentStore, found, "`folder` or `database`")
        return standard
    }

    /// Reads media types separated by commas; returns `nil` for `all`, and an empty list for `none`.
    private mutating func kinds(_ key: SettingKey, _ standard: [String]?) -> [String]? {
        guard let found = find(key) else { return standard }
        let words = found.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        if words == ["all"] { return nil }
        if words == ["none"] { return [] }
        let isKind = { (word: String) in (word.hasSuffix("/*") ? "\(word.dropLast())any" : word).asMediaType != nil }
        if !words.isEmpty, words.allSatisfy({ isKind($0) && !$0.contains(";") }) { return words }
        refuse(key, found, "`all`, `none`, or kinds such as `image/*, application/pdf`")
        return standard
    }

    private mutating func size(_ key: SettingKey, _ range: ClosedRange<Int>, _ standard: Int) -> Int {
        guard let found = find(key) else { return standard }
        if let size = Self.bytes(found.text), range.contains(size) { return size }
        refuse(key, found, "a size such as `25 MB`, from \(range.lowerBound / 1_000) KB to 2 GB")
        return standard
    }

    /// Reads the maximum total size of files, which must fit at least one of the largest.
    private mutating func quota(atLeast largest: Int) -> Int? {
        guard let found = find(.contentQuota) else { return nil }
        if let size = Self.bytes(found.text), size >= largest { return size }
        refuse(
            .contentQuota, found,
            "a size such as `50 GB`, no less than `content.max_size`, which is \(largest / 1_000) KB")
        return nil
    }

    mutating func length(
        _ key: SettingKey, _ range: ClosedRange<TimeLength>, _ standard: TimeLength
    ) -> TimeLength {
        guard let found = find(key) else { return standard }
        if let length = Literal.duration(found.text), range.contains(length) { return length }
        refuse(key, found, "a duration such as `30 days`, from \(Self.words(range))")
        return standard
    }

    /// Formats a range, such as `1 to 3,650 days`; a range of whole days is shown in days.
    private static func words(_ range: ClosedRange<TimeLength>) -> String {
        let wording = Wording(language: "en", zone: .utc)
        let day = TimeLength.days(1).milliseconds
        guard range.lowerBound.milliseconds % day == 0, range.upperBound.milliseconds % day == 0 else {
            return "\(wording.text(.duration(range.lowerBound))) to \(wording.text(.duration(range.upperBound)))"
        }
        return "\(range.lowerBound.milliseconds / day) to \((range.upperBound.milliseconds / day).grouped) days"
    }

    /// Parses a size such as `25 MB`, `800 KB`, `2 GB` or `1 TB`: a whole number, in decimal units.
    private static func bytes(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        let units = ["KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000]
        guard words.count == 2, let unit = units[words[1].uppercased()], let number = Int(words[0]), number >= 0 else {
            return nil
        }
        let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit)
        return isTooLarge ? nil : size
    }
}
