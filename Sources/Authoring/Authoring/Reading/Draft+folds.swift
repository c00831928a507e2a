import Diagnostics

extension Draft {
    /// The parts of a file that an editor can fold: blocks by their indentation, comments, and the tests of a
    /// transcript.
    public func folds(in file: String) -> [Fold] {
        guard let source = self.file(file) else { return [] }
        let lines = CursorLines(source).lines
        let folds = file.hasSuffix(".transcript") ? tests(in: source, lines) : blocks(lines)
        return (folds + comments(lines)).sorted { ($0.firstLine, $0.lastLine) < ($1.firstLine, $1.lastLine) }
    }

    private func blocks(_ lines: [LineText]) -> [Fold] {
        var folds: [Fold] = []
        // The lines whose blocks are still open, with their columns.
        var open: [(line: Int, column: Int)] = []
        var last = 0
        func close(to column: Int) {
            while let block = open.last, block.column >= column {
                open.removeLast()
                if last > block.line { folds.append(Fold(firstLine: block.line, lastLine: last)) }
            }
        }
        for line in lines where !line.isBlank && !line.isComment {
            close(to: line.column)
            open.append((line.number, line.column))
            last = line.number
        }
        close(to: 0)
        return folds
    }

    private func comments(_ lines: [LineText]) -> [Fold] {
        var folds: [Fold] = []
        var first: Int?
        for index in 0...lines.count {
            if index < lines.count, lines[index].isComment {
                first = first ?? index
            } else {
                if let start = first, index - start > 1 {
                    folds.append(Fold(firstLine: start, lastLine: index - 1, isComment: true))
                }
                first = nil
            }
        }
        return folds
    }

    private func tests(in file: SourceFile, _ lines: [LineText]) -> [Fold] {
        let starts = TranscriptLine.all(of: file).filter { $0.verb == "test" }.map {
            file.line(at: $0.verbSpan.range.lowerBound)
        }
        return starts.enumerated().compactMap { index, start in
            let limit = index + 1 < starts.count ? starts[index + 1] : lines.count
            let last = (start..<limit).last { !lines[$0].isBlank && !lines[$0].isComment } ?? start
            return last > start ? Fold(firstLine: start, lastLine: last) : nil
        }
    }
}
