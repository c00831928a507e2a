import Diagnostics
public import FlowCompiler
import SampleProjects
import TestSupport

/// One spoilt line in one file of a project.
public struct Slip: Sendable {
    public let kind: SlipKind
    /// The path of the spoilt file.
    public let file: String
    /// The number of the spoilt line, from 1.
    public let line: Int
    /// The line as it was.
    public let before: String
    /// What stands there now; empty when the line was dropped.
    public let after: [String]
}

extension Slip {
    /// The project with this slip in it.
    public func applied(to project: ProjectFiles) -> ProjectFiles {
        project.replacing(line - 1..<line, of: file, with: after)
    }

    /// A slip of this kind at a random line of a project; `nil` when the line that was drawn has no place for it.
    static func random(_ kind: SlipKind, in project: ProjectFiles, using random: inout SeededRandom) -> Slip? {
        let files = project.all.filter { !$0.writtenLines.isEmpty }
        let counts = files.map(\.writtenLines.count)
        guard case let total = counts.reduce(0, +), total > 0 else { return nil }
        var place = random.number(below: total)
        var index = 0
        while place >= counts[index] {
            place -= counts[index]
            index += 1
        }
        let number = files[index].writtenLines[place]
        let line = files[index].lines[number]
        guard let after = spoil(line, kind, using: &random), after != [line] else { return nil }
        return Slip(kind: kind, file: files[index].path, line: number + 1, before: line, after: after)
    }

    private static func spoil(_ line: String, _ kind: SlipKind, using random: inout SeededRandom) -> [String]? {
        let indent = line.prefix { $0 == " " }.count
        switch kind {
        case .signDropped, .signDoubled, .signExchanged:
            return character(of: line, where: { signs.contains($0) }, kind, using: &random)
        case .letterDropped, .letterDoubled, .letterExchanged:
            return character(of: line, where: \.isLetter, kind, using: &random)
        case .lineIndented: return [String(repeating: " ", count: random.number(below: 2) + 1) + line]
        case .lineUnindented:
            guard indent > 0 else { return nil }
            return [String(line.dropFirst(min(indent, random.number(below: 2) + 1)))]
        case .lineToMargin: return indent == 0 ? nil : [String(line.dropFirst(indent))]
        case .lineDropped: return []
        case .lineDoubled: return [line, line]
        }
    }

    private static let signs: Set<Character> = [
        ":", "-", ".", ",", ";", "!", "?", "'", "\"", "{", "}", "[", "]", "(", ")", "/", "*", "+", "=", "_", "#", "|",
        ">", "%", "&", "$", "@",
    ]

    /// Drops, doubles or exchanges one character of a line. Another letter is a neighbour of it in the alphabet, another
    /// sign any other.
    private static func character(
        of line: String, where isWanted: (Character) -> Bool, _ kind: SlipKind, using random: inout SeededRandom
    ) -> [String]? {
        var letters = Array(line)
        let places = letters.indices.filter { isWanted(letters[$0]) }
        guard !places.isEmpty else { return nil }
        let place = random.pick(places)
        switch kind {
        case .signDropped, .letterDropped: letters.remove(at: place)
        case .signDoubled, .letterDoubled: letters.insert(letters[place], at: place)
        case .signExchanged: letters[place] = random.pick(signs.subtracting([letters[place]]).sorted())
        default:
            if place + 1 < letters.count, letters[place + 1].isLetter, random.happens(onceIn: 2) {
                letters.swapAt(place, place + 1)
            } else {
                letters[place] = random.pick(Array("abcdefghijklmnopqrstuvwxyz"))
            }
        }
        return [String(letters)]
    }
}

extension SourceFile {
    /// The indexes of the lines that say something: neither blank nor a comment.
    fileprivate var writtenLines: [Int] {
        lines.indices.filter { index in
            let text = lines[index].drop { $0 == " " }
            return !text.isEmpty && !text.hasPrefix("#")
        }
    }
}
