import Server

/// Writes a result, without characters that control the terminal.
///
/// Commands show texts of customers, which may contain characters that move the cursor, change the window title, type
/// input or reverse text. These are escaped by number as in JSON, so JSON output stays valid. `printStyled` writes our
/// own colours.
func print(_ text: String, terminator: String = "\n") { printStyled(text.withoutControls, terminator: terminator) }

/// Writes a result in which only our own colours control the terminal.
func printStyled(_ text: String, terminator: String = "\n") { StandardOutput.write(text + terminator) }
