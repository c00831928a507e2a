/// A disk below SQLite that fails on demand.
///
/// All that SQLite writes in the folder of a disk goes to the real files, and is recorded with its sync state, so that
/// the files can be reproduced as a crash would leave them. Every change of the disk is a moment, counted from 1; a
/// test adds moments for its side effects on the world, so that one number identifies a point in the life of a process.
#pragma once
#include <stdint.h>

typedef struct faulty_disk faulty_disk;

/// What survives a crash.
enum disk_survival {
    /// The process was killed: all written data is there, the last write possibly in part.
    disk_killed = 0,
    /// The power failed: only synced data is there.
    disk_lost = 1,
    /// The power failed: of the unsynced writes the first ones are there, the last of them in part.
    disk_torn = 2,
    /// The power failed: of the unsynced writes any sectors are there, in any order.
    disk_scattered = 3,
};

/// A fault without a crash.
enum disk_trouble {
    disk_well = 0,
    /// Writes fail for lack of space.
    disk_full = 1,
    /// Changes fail; data of a failed sync is never made durable by a later one.
    disk_failing = 2,
    /// Another program holds the write lock.
    disk_locked = 3,
    /// Reads fail.
    disk_unreadable = 4,
};

/// Creates a disk of the files directly in `folder`, an absolute path without symbolic links.
faulty_disk *disk_make(const char *folder);

/// Releases a disk; files still open in its folder continue to fail or to work as before.
void disk_release(faulty_disk *disk);

/// Counts a moment. Returns whether the process is still alive; if not, the announced change must not be made.
int disk_moment(faulty_disk *disk, char kind);

/// Returns the number of moments so far.
int64_t disk_moments(faulty_disk *disk);

/// Returns the kind of a moment: `w`rite, `s`ync, `t`runcate, `d`elete, or the kind that a test has counted.
char disk_kind(faulty_disk *disk, int64_t moment);

/// Makes the process die immediately before this moment; 0 for never.
void disk_crash_at(faulty_disk *disk, int64_t moment);

/// Makes the process die at once.
void disk_die(faulty_disk *disk);

/// Whether the process has died: none of its later actions reach the disk.
int disk_is_down(faulty_disk *disk);

/// While a disk is held, every transaction waits before its first lock, so that its speed does not matter.
void disk_hold(faulty_disk *disk, int is_held);

/// Lets `count` attempts fail, beginning at the moment `first` or, for faults of locks and reads, at the lock or read
/// with this number.
void disk_trouble_from(faulty_disk *disk, enum disk_trouble trouble, int64_t first, int64_t count);

/// Returns how often a lock or a read was attempted that this fault could affect.
int64_t disk_attempts(faulty_disk *disk, enum disk_trouble trouble);

/// Returns the number of attempts that have failed because of a fault.
int64_t disk_failures(faulty_disk *disk);

/// Writes the files to another existing folder as a crash at this point would leave them. Returns 0 on success.
int disk_survivors(faulty_disk *disk, const char *folder, enum disk_survival survival, uint64_t seed);
