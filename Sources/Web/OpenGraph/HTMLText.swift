/// Decodes HTML text, replacing its character references (WHATWG, HTML, 13.5).
enum HTMLText {
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        var pieces = text.split(separator: "&", omittingEmptySubsequences: false).map(String.init)[...]
        var decoded = pieces.removeFirst()
        for piece in pieces {
            if let end = piece.prefix(12).firstIndex(of: ";"), let character = character(piece[..<end]) {
                decoded += character + piece[piece.index(after: end)...]
            } else {
                decoded += "&" + piece
            }
        }
        return decoded
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return named[String(name)] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(UnicodeScalar.init).map { $0.value == 0 ? "" : String(Character($0)) }
    }

    /// The named character references that occur in titles; rarer ones are left as they are.
    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "shy": "", "hellip": "…",
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
        "laquo": "«", "raquo": "»", "middot": "·", "bull": "•", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢",
        "copy": "©", "reg": "®", "trade": "™", "deg": "°", "times": "×", "sect": "§", "iexcl": "¡", "iquest": "¿",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "agrave": "à",
        "acirc": "â", "aacute": "á", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë",
        "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "oacute": "ó", "ocirc": "ô", "uacute": "ú",
        "ugrave": "ù", "ucirc": "û", "Agrave": "À", "Eacute": "É", "Egrave": "È", "Ccedil": "Ç", "Ntilde": "Ñ",
        "aring": "å", "Aring": "Å", "oslash": "ø", "Oslash": "Ø", "aelig": "æ", "oelig": "œ",
    ]
}
