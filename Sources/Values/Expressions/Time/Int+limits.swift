extension Int {
    /// The sum; the largest or smallest integer when it is beyond them.
    func plus(_ other: Int) -> Int {
        let (sum, isBeyond) = addingReportingOverflow(other)
        return isBeyond ? (other > 0 ? .max : .min) : sum
    }

    /// The difference; the largest or smallest integer when it is beyond them.
    func minus(_ other: Int) -> Int {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        return isBeyond ? (other < 0 ? .max : .min) : difference
    }

    /// The product; the largest or smallest integer when it is beyond them.
    func times(_ other: Int) -> Int {
        let (product, isBeyond) = multipliedReportingOverflow(by: other)
        return isBeyond ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
