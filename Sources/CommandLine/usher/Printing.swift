import Server

/// Writes a result, without anything in it that would steer the terminal.
///
/// Commands show what customers have written, and that may hold signs that move the cursor, change the title of the window,
/// type for whoever looks on, or turn the words around them. They are shown by their numbers, as JSON writes them, so JSON
/// stays what it is. What we colour ourselves goes out by `printStyled`.
func print(_ text: String, terminator: String = "\n") { printStyled(text.withoutControls, terminator: terminator) }

/// Writes a result in which nothing but our own colours steers the terminal.
func printStyled(_ text: String, terminator: String = "\n") { StandardOutput.write(text + terminator) }
