/// A disk that fails when a test wants it to, below SQLite.
///
/// Everything that SQLite writes in the folder of a disk goes to the real files, and is written down besides: what has been synced, and
/// what has not. So the files can be had as a crash would leave them. Every change of the disk is a moment, counted from 1; a test adds
/// moments of its own for what is done to the world, so that one number names a point in the life of a process.
#pragma once
#include <stdint.h>

typedef struct faulty_disk faulty_disk;

/// What survives a crash.
enum disk_survival {
    /// The process was killed: what had been written is there, the last write perhaps in part.
    disk_killed = 0,
    /// The power went: only what had been synced is there.
    disk_lost = 1,
    /// The power went: of what had not been synced the first writes are there, the last of them in part.
    disk_torn = 2,
    /// The power went: of what had not been synced any sectors are there, whatever their order was.
    disk_scattered = 3,
};

/// What can go wrong without a crash.
enum disk_trouble {
    disk_well = 0,
    /// Writes find no room.
    disk_full = 1,
    /// Changes fail; what a sync should have kept is never kept by a later one.
    disk_failing = 2,
    /// Another program holds the lock to write.
    disk_locked = 3,
    /// Reading fails.
    disk_unreadable = 4,
};

/// Makes a disk of the files directly in `folder`, an absolute path without symbolic links.
faulty_disk *disk_make(const char *folder);

/// Lets go of a disk; whatever is still open in its folder goes on to fail or to work as before.
void disk_release(faulty_disk *disk);

/// Counts a moment. Returns whether life goes on; when it does not, what was about to happen must not.
int disk_moment(faulty_disk *disk, char kind);

/// How many moments there have been.
int64_t disk_moments(faulty_disk *disk);

/// What happened at a moment: `w`rite, `s`ync, `t`runcate, `d`elete, or what a test has counted.
char disk_kind(faulty_disk *disk, int64_t moment);

/// The process dies right before this moment; 0 for never.
void disk_crash_at(faulty_disk *disk, int64_t moment);

/// Whether the process has died: nothing it still does reaches the disk.
int disk_is_down(faulty_disk *disk);

/// While a disk is held, every transaction waits before its first lock, so that it never matters how fast it is.
void disk_hold(faulty_disk *disk, int is_held);

/// From the moment (or, for what changes nothing, the lock or the reading) `first` on, so many attempts fail.
void disk_trouble_from(faulty_disk *disk, enum disk_trouble trouble, int64_t first, int64_t count);

/// How often something was attempted that this trouble could have hit, other than changes.
int64_t disk_attempts(faulty_disk *disk, enum disk_trouble trouble);

/// How many attempts have failed because of trouble.
int64_t disk_failures(faulty_disk *disk);

/// Writes the files as a crash now would leave them into another folder, which must exist. Returns 0 when that has worked.
int disk_survivors(faulty_disk *disk, const char *folder, enum disk_survival survival, uint64_t seed);
