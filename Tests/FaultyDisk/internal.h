/// What the disk and its part below SQLite know of each other.
#pragma once
#include "faulty_disk.h"
#include <pthread.h>

/// A change that has not been synced.
typedef struct change {
    /// The file by its place among the disk's, `w`, `t` or `d`, and where.
    int file;
    char kind;
    int64_t offset;
    int64_t length;
    unsigned char *bytes;
    /// Whether a sync of it has failed: a later one does not keep it (Linux forgets what it could not write).
    int is_doomed;
} change;

/// A file as far as it is surely kept.
typedef struct image {
    char *name;
    unsigned char *bytes;
    int64_t size;
    int is_deleted;
} image;

struct faulty_disk {
    pthread_mutex_t mutex;
    char *folder;
    /// The test that made it, and every open file.
    int holders;
    image *images;
    int image_count;
    change *changes;
    int64_t change_count, change_room;
    /// The write that the crash interrupted.
    change interrupted;
    char *kinds;
    int64_t moments, kind_room, crash_at;
    int is_down, is_held;
    pthread_cond_t let_go;
    enum disk_trouble trouble;
    int64_t trouble_first, trouble_count, failures;
    int64_t locks, readings;
    struct faulty_disk *next;
};

/// The disk whose folder a path lies in, held once more; `NULL` when there is none.
faulty_disk *disk_of(const char *path);

/// The place of a file among the disk's; what it holds is taken for kept when it was not known.
int disk_file(faulty_disk *disk, const char *path);

/// A change is about to be made. Returns 0 when it may, else the result for SQLite. The offset of a sync says whether the folder
/// is synced as well.
int disk_change(faulty_disk *disk, int file, char kind, int64_t offset, const void *bytes, int64_t length);

/// Returns when the disk is not held.
void disk_wait(faulty_disk *disk);

/// Whether an attempt that changes nothing meets with trouble.
int disk_attempt(faulty_disk *disk, enum disk_trouble trouble);

/// Puts the disk below everything that SQLite opens from now on.
void disk_install(void);
