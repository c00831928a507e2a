import GRDB

/// All migrations, in the order in which they run. A released migration is never changed.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(Migration001.identifier, migrate: Migration001.migrate)
        migrator.registerMigration(Migration002.identifier, migrate: Migration002.migrate)
        migrator.registerMigration(Migration003.identifier, migrate: Migration003.migrate)
        migrator.registerMigration(Migration004.identifier, migrate: Migration004.migrate)
        migrator.registerMigration(Migration005.identifier, migrate: Migration005.migrate)
        migrator.registerMigration(Migration006.identifier, migrate: Migration006.migrate)
        migrator.registerMigration(Migration007.identifier, migrate: Migration007.migrate)
        migrator.registerMigration(Migration008.identifier, migrate: Migration008.migrate)
        migrator.registerMigration(Migration009.identifier, migrate: Migration009.migrate)
        migrator.registerMigration(Migration010.identifier, migrate: Migration010.migrate)
        migrator.registerMigration(Migration011.identifier, migrate: Migration011.migrate)
        migrator.registerMigration(Migration012.identifier, migrate: Migration012.migrate)
        migrator.registerMigration(Migration013.identifier, migrate: Migration013.migrate)
        migrator.registerMigration(Migration014.identifier, migrate: Migration014.migrate)
        migrator.registerMigration(Migration015.identifier, migrate: Migration015.migrate)
        migrator.registerMigration(Migration016.identifier, migrate: Migration016.migrate)
        migrator.registerMigration(Migration017.identifier, migrate: Migration017.migrate)
        migrator.registerMigration(Migration018.identifier, migrate: Migration018.migrate)
        migrator.registerMigration(Migration019.identifier, migrate: Migration019.migrate)
        migrator.registerMigration(Migration020.identifier, migrate: Migration020.migrate)
        migrator.registerMigration(Migration021.identifier, migrate: Migration021.migrate)
        migrator.registerMigration(Migration022.identifier, migrate: Migration022.migrate)
        migrator.registerMigration(Migration023.identifier, migrate: Migration023.migrate)
        migrator.registerMigration(Migration024.identifier, migrate: Migration024.migrate)
        migrator.registerMigration(Migration025.identifier, migrate: Migration025.migrate)
        migrator.registerMigration(Migration026.identifier, migrate: Migration026.migrate)
        migrator.registerMigration(Migration027.identifier, migrate: Migration027.migrate)
        migrator.registerMigration(Migration028.identifier, migrate: Migration028.migrate)
        migrator.registerMigration(Migration029.identifier, migrate: Migration029.migrate)
        migrator.registerMigration(Migration030.identifier, migrate: Migration030.migrate)
        return migrator
    }
}
