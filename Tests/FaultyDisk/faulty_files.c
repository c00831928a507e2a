/// The files of a faulty disk as SQLite sees them (sqlite.org, The OS Backend): each call first asks the disk and is
/// then passed to the system's own file. Files outside the folder of every disk belong to the system alone.
#include "internal.h"
#include <sqlite3.h>
#include <stddef.h>

typedef struct faulty_file {
    sqlite3_file base;
    faulty_disk *disk;
    int file;
    /// Whether the next sync includes the folder: SQLite does this once for a log that it has created.
    int syncs_folder;
    /// The system's file, which begins here.
    sqlite3_file real;
} faulty_file;

static sqlite3_vfs *real_vfs;

/// Whether this thread has just been told that another program holds the lock; the lock is simulated, so there is
/// nothing to wait for.
static _Thread_local int sleeps_no_more;

static faulty_disk *disk(sqlite3_file *file) { return ((faulty_file *)file)->disk; }
static sqlite3_file *real(sqlite3_file *file) { return &((faulty_file *)file)->real; }

static int ask(sqlite3_file *file, char kind, int64_t offset, const void *bytes, int64_t length) {
    return disk_change(disk(file), ((faulty_file *)file)->file, kind, offset, bytes, length);
}

static int close_file(sqlite3_file *file) {
    int result = real(file)->pMethods->xClose(real(file));
    disk_release(disk(file));
    return result;
}

static int read_file(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    if (disk_is_down(disk(file)) || disk_attempt(disk(file), disk_unreadable)) return SQLITE_IOERR_READ;
    return real(file)->pMethods->xRead(real(file), bytes, length, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    int result = ask(file, 'w', offset, bytes, length);
    if (result) return result == SQLITE_IOERR ? SQLITE_IOERR_WRITE : result;
    return real(file)->pMethods->xWrite(real(file), bytes, length, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    int result = ask(file, 't', size, NULL, 0);
    return result ? SQLITE_IOERR_TRUNCATE : real(file)->pMethods->xTruncate(real(file), size);
}

/// The system need not sync, because the disk knows which changes are durable.
static int sync_file(sqlite3_file *file, int flags) {
    int result = ask(file, 's', ((faulty_file *)file)->syncs_folder, NULL, 0);
    if (!result) ((faulty_file *)file)->syncs_folder = 0;
    return result;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int lock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int unlock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int check_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int map_shared(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extends, memory);
}

/// The first lock is the write lock (sqlite.org, WAL-mode File Format, section 2.3). Every transaction begins with a
/// lock, even one that only reads, and waits there while the disk is held.
static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    int writes = offset == 0 && (flags & SQLITE_SHM_LOCK) && (flags & SQLITE_SHM_EXCLUSIVE);
    if (flags & SQLITE_SHM_LOCK) disk_wait(disk(file));
    if (writes && disk_attempt(disk(file), disk_locked)) {
        sleeps_no_more = 1;
        return SQLITE_BUSY;
    }
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void shared_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int unmap_shared(sqlite3_file *file, int deletes) { return real(file)->pMethods->xShmUnmap(real(file), deletes); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
};

// The virtual file system.

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *given) {
    faulty_disk *disk = disk_of(path);
    if (!disk) return real_vfs->xOpen(real_vfs, path, file, flags, given);
    if (disk_is_down(disk)) {
        file->pMethods = NULL;
        disk_release(disk);
        return SQLITE_CANTOPEN;
    }
    faulty_file *faulty = (faulty_file *)file;
    faulty->disk = disk;
    faulty->file = disk_file(disk, path);
    faulty->syncs_folder = (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL));
    int result = real_vfs->xOpen(real_vfs, path, &faulty->real, flags, given);
    // A file with methods is closed by its opener, even when opening has failed.
    file->pMethods = faulty->real.pMethods ? &methods : NULL;
    if (!file->pMethods) disk_release(disk);
    return result;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
    faulty_disk *disk = disk_of(path);
    if (disk) {
        int file = disk_file(disk, path);
        int result = disk_change(disk, file, 'd', 0, NULL, 0);
        if (!result && syncs_folder) result = disk_change(disk, file, 's', 1, NULL, 0);
        disk_release(disk);
        if (result) return SQLITE_IOERR_DELETE;
    }
    return real_vfs->xDelete(real_vfs, path, syncs_folder);
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
    if (!sleeps_no_more) return real_vfs->xSleep(real_vfs, microseconds);
    sleeps_no_more = 0;
    return microseconds;
}

static sqlite3_vfs faulty_vfs;

static void install(void) {
    real_vfs = sqlite3_vfs_find(NULL);
    faulty_vfs = *real_vfs;
    faulty_vfs.zName = "faulty";
    faulty_vfs.pNext = NULL;
    faulty_vfs.szOsFile = offsetof(faulty_file, real) + real_vfs->szOsFile;
    faulty_vfs.xOpen = open_file;
    faulty_vfs.xDelete = delete_file;
    faulty_vfs.xSleep = sleep_for;
    sqlite3_vfs_register(&faulty_vfs, 1);
}

void disk_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}
