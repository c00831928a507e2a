/// The tables of the first layout, as of the layout of an SQLite file at that time: the stores use both with the same statements.
///
/// Texts are compared by their bytes, as SQLite does, whatever the language of the server is.
enum PostgreSQLTables {
    /// All statements, in order.
    static let all = [conversations, services, chats, flows, nodes, functions].joined(separator: "\n")

    /// Functions that the statements of the stores use, and what follows from changes.
    private static let functions = """
        -- Where one text is in another, from 1, as in SQLite.
        CREATE FUNCTION instr(whole text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT strpos(whole, part)::bigint';
        CREATE FUNCTION count_content() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF TG_OP = 'INSERT' THEN
                INSERT INTO content_total (id, bytes) VALUES (1, new.size)
                    ON CONFLICT (id) DO UPDATE SET bytes = content_total.bytes + excluded.bytes;
            ELSE
                UPDATE content_total SET bytes = bytes - old.size;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER content_counted AFTER INSERT OR DELETE ON content FOR EACH ROW EXECUTE FUNCTION count_content();
        CREATE TRIGGER uploads_counted AFTER INSERT OR DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION count_content();
        CREATE FUNCTION forget_bookings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            DELETE FROM bookings WHERE session_id = old.id AND settled = 0;
            RETURN NULL;
        END $$;
        CREATE TRIGGER sessions_forgotten AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION forget_bookings();
        """
}
