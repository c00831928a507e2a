/// Shared declarations of the disk and its layer below SQLite.
#pragma once
#include "faulty_disk.h"
#include <pthread.h>

/// A change that has not been synced.
typedef struct change {
    /// The file by its index in the disk, the kind (`w`, `t` or `d`), and the offset.
    int file;
    char kind;
    int64_t offset;
    int64_t length;
    unsigned char *bytes;
    /// Whether a sync of it has failed: a later one does not make it durable (Linux discards pages that it could not
    /// write).
    int is_doomed;
} change;

/// The durable contents of a file.
typedef struct image {
    char *name;
    unsigned char *bytes;
    int64_t size;
    int is_deleted;
} image;

struct faulty_disk {
    pthread_mutex_t mutex;
    char *folder;
    /// The test that created it, and every open file.
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

/// Returns the disk whose folder contains a path, retained; `NULL` when there is none.
faulty_disk *disk_of(const char *path);

/// Returns the index of a file in the disk; the contents of a file not yet known count as durable.
int disk_file(faulty_disk *disk, const char *path);

/// Announces a change. Returns 0 when it may be made, otherwise the result for SQLite. The offset of a sync says
/// whether the folder is synced as well.
int disk_change(faulty_disk *disk, int file, char kind, int64_t offset, const void *bytes, int64_t length);

/// Returns when the disk is not held.
void disk_wait(faulty_disk *disk);

/// Whether an attempt that changes nothing fails.
int disk_attempt(faulty_disk *disk, enum disk_trouble trouble);

/// Installs the disk below all files that SQLite opens from now on.
void disk_install(void);
