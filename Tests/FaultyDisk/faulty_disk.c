#include "internal.h"
#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t all_mutex = PTHREAD_MUTEX_INITIALIZER;
static faulty_disk *all;

/// Registers the files with an extension in the folder: files not opened before a crash survive it as well.
static void know_files(faulty_disk *disk, const char *ending) {
    DIR *folder = opendir(disk->folder);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length < strlen(ending) || strcmp(entry->d_name + length - strlen(ending), ending)) continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", disk->folder, entry->d_name);
        disk_file(disk, path);
    }
    closedir(folder);
}

faulty_disk *disk_make(const char *folder) {
    disk_install();
    faulty_disk *disk = calloc(1, sizeof *disk);
    pthread_mutex_init(&disk->mutex, NULL);
    pthread_cond_init(&disk->let_go, NULL);
    disk->folder = strdup(folder);
    disk->holders = 1;
    know_files(disk, ".sqlite");
    know_files(disk, ".sqlite-wal");
    pthread_mutex_lock(&all_mutex);
    disk->next = all;
    all = disk;
    pthread_mutex_unlock(&all_mutex);
    return disk;
}

static void free_disk(faulty_disk *disk) {
    for (int i = 0; i < disk->image_count; i++) {
        free(disk->images[i].name);
        free(disk->images[i].bytes);
    }
    for (int64_t i = 0; i < disk->change_count; i++) free(disk->changes[i].bytes);
    free(disk->interrupted.bytes);
    free(disk->images);
    free(disk->changes);
    free(disk->kinds);
    free(disk->folder);
    pthread_cond_destroy(&disk->let_go);
    pthread_mutex_destroy(&disk->mutex);
    free(disk);
}

void disk_release(faulty_disk *disk) {
    pthread_mutex_lock(&all_mutex);
    int is_last = --disk->holders == 0;
    if (is_last) {
        faulty_disk **place = &all;
        while (*place != disk) place = &(*place)->next;
        *place = disk->next;
    }
    pthread_mutex_unlock(&all_mutex);
    if (is_last) free_disk(disk);
}

faulty_disk *disk_of(const char *path) {
    if (!path) return NULL;
    pthread_mutex_lock(&all_mutex);
    faulty_disk *disk = all;
    for (; disk; disk = disk->next) {
        size_t length = strlen(disk->folder);
        if (!strncmp(path, disk->folder, length) && path[length] == '/' && !strchr(path + length + 1, '/')) break;
    }
    if (disk) disk->holders++;
    pthread_mutex_unlock(&all_mutex);
    return disk;
}

/// Reads the current contents of a file.
static void read_file(const char *path, image *image) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) return;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        image->bytes = malloc(status.st_size);
        ssize_t count = pread(file, image->bytes, status.st_size, 0);
        image->size = count > 0 ? count : 0;
    }
    close(file);
}

int disk_file(faulty_disk *disk, const char *path) {
    const char *name = strrchr(path, '/') + 1;
    pthread_mutex_lock(&disk->mutex);
    int i = 0;
    while (i < disk->image_count && strcmp(disk->images[i].name, name)) i++;
    if (i == disk->image_count) {
        disk->images = realloc(disk->images, (i + 1) * sizeof(image));
        disk->images[i] = (image){.name = strdup(name)};
        read_file(path, &disk->images[i]);
        disk->image_count++;
    }
    pthread_mutex_unlock(&disk->mutex);
    return i;
}

// Moments.

/// Counts a moment. Returns whether the process is still alive.
static int count_moment(faulty_disk *disk, char kind) {
    if (disk->is_down) return 0;
    if (disk->moments + 1 == disk->crash_at) {
        disk->is_down = 1;
        return 0;
    }
    if (disk->moments + 1 >= disk->kind_room) {
        disk->kind_room = disk->kind_room * 2 + 64;
        disk->kinds = realloc(disk->kinds, disk->kind_room);
    }
    disk->kinds[++disk->moments] = kind;
    return 1;
}

int disk_moment(faulty_disk *disk, char kind) {
    pthread_mutex_lock(&disk->mutex);
    int goes_on = count_moment(disk, kind);
    pthread_mutex_unlock(&disk->mutex);
    return goes_on;
}

int64_t disk_moments(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int64_t moments = disk->moments;
    pthread_mutex_unlock(&disk->mutex);
    return moments;
}

char disk_kind(faulty_disk *disk, int64_t moment) {
    pthread_mutex_lock(&disk->mutex);
    char kind = moment > 0 && moment <= disk->moments ? disk->kinds[moment] : 0;
    pthread_mutex_unlock(&disk->mutex);
    return kind;
}

void disk_crash_at(faulty_disk *disk, int64_t moment) {
    pthread_mutex_lock(&disk->mutex);
    disk->crash_at = moment;
    pthread_mutex_unlock(&disk->mutex);
}

void disk_die(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    disk->is_down = 1;
    pthread_mutex_unlock(&disk->mutex);
}

int disk_is_down(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int is_down = disk->is_down;
    pthread_mutex_unlock(&disk->mutex);
    return is_down;
}

void disk_hold(faulty_disk *disk, int is_held) {
    pthread_mutex_lock(&disk->mutex);
    disk->is_held = is_held;
    if (!is_held) pthread_cond_broadcast(&disk->let_go);
    pthread_mutex_unlock(&disk->mutex);
}

void disk_wait(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    while (disk->is_held) pthread_cond_wait(&disk->let_go, &disk->mutex);
    pthread_mutex_unlock(&disk->mutex);
}

// Faults.

void disk_trouble_from(faulty_disk *disk, enum disk_trouble trouble, int64_t first, int64_t count) {
    pthread_mutex_lock(&disk->mutex);
    disk->trouble = trouble;
    disk->trouble_first = first;
    disk->trouble_count = count;
    pthread_mutex_unlock(&disk->mutex);
}

int64_t disk_attempts(faulty_disk *disk, enum disk_trouble trouble) {
    pthread_mutex_lock(&disk->mutex);
    int64_t attempts = trouble == disk_locked ? disk->locks : disk->readings;
    pthread_mutex_unlock(&disk->mutex);
    return attempts;
}

int64_t disk_failures(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int64_t failures = disk->failures;
    pthread_mutex_unlock(&disk->mutex);
    return failures;
}

/// Whether a fault that begins at or before `number` occurs; each occurrence is counted down.
static int is_hit(faulty_disk *disk, enum disk_trouble trouble, int64_t number) {
    if (disk->trouble != trouble || number < disk->trouble_first || disk->trouble_count <= 0) return 0;
    disk->trouble_count--;
    disk->failures++;
    return 1;
}

int disk_attempt(faulty_disk *disk, enum disk_trouble trouble) {
    pthread_mutex_lock(&disk->mutex);
    int64_t number = trouble == disk_locked ? ++disk->locks : ++disk->readings;
    int hit = is_hit(disk, trouble, number);
    pthread_mutex_unlock(&disk->mutex);
    return hit;
}

// Changes.

static void lay(image *image, int64_t offset, const unsigned char *bytes, int64_t length) {
    if (offset + length > image->size) {
        image->bytes = realloc(image->bytes, offset + length);
        if (offset > image->size) memset(image->bytes + image->size, 0, offset - image->size);
        image->size = offset + length;
    }
    memcpy(image->bytes + offset, bytes, length);
    image->is_deleted = 0;
}

/// Applies the first `length` bytes of a change.
static void make(image *image, const change *change, int64_t length) {
    switch (change->kind) {
    case 'w': lay(image, change->offset, change->bytes, length); break;
    case 't':
        if (change->offset < image->size) image->size = change->offset;
        break;
    case 'd':
        image->is_deleted = 1;
        image->size = 0;
        break;
    }
}

/// Makes the changes of a file durable, and with its folder also the deletion of files.
static void sync_file(faulty_disk *disk, int file, int with_folder) {
    int64_t left = 0;
    for (int64_t i = 0; i < disk->change_count; i++) {
        change *change = &disk->changes[i];
        int is_synced = change->file == file || (with_folder && change->kind == 'd');
        if (is_synced && !change->is_doomed) {
            make(&disk->images[change->file], change, change->length);
            free(change->bytes);
        } else {
            disk->changes[left++] = *change;
        }
    }
    disk->change_count = left;
}

static change change_of(int file, char kind, int64_t offset, const void *bytes, int64_t length) {
    change change = {.file = file, .kind = kind, .offset = offset, .length = length};
    if (bytes) change.bytes = memcpy(malloc(length), bytes, length);
    return change;
}

static void note(faulty_disk *disk, change change) {
    if (disk->change_count == disk->change_room) {
        disk->change_room = disk->change_room * 2 + 64;
        disk->changes = realloc(disk->changes, disk->change_room * sizeof change);
    }
    disk->changes[disk->change_count++] = change;
}

static int changed(faulty_disk *disk, int file, char kind, int64_t offset, const void *bytes, int64_t length) {
    int was_down = disk->is_down;
    if (!count_moment(disk, kind)) {
        if (!was_down && kind == 'w') disk->interrupted = change_of(file, kind, offset, bytes, length);
        return SQLITE_IOERR;
    }
    if (kind == 'w' && is_hit(disk, disk_full, disk->moments)) return SQLITE_FULL;
    if (is_hit(disk, disk_failing, disk->moments)) {
        for (int64_t i = 0; kind == 's' && i < disk->change_count; i++) {
            if (disk->changes[i].file == file) disk->changes[i].is_doomed = 1;
        }
        return kind == 's' ? SQLITE_IOERR_FSYNC : SQLITE_IOERR;
    }
    if (kind == 's') {
        sync_file(disk, file, offset != 0);
    } else {
        note(disk, change_of(file, kind, offset, bytes, length));
    }
    return SQLITE_OK;
}

int disk_change(faulty_disk *disk, int file, char kind, int64_t offset, const void *bytes, int64_t length) {
    pthread_mutex_lock(&disk->mutex);
    int result = changed(disk, file, kind, offset, bytes, length);
    pthread_mutex_unlock(&disk->mutex);
    return result;
}

// Survival.

/// A seeded random generator: SplitMix64, after Steele, Lea and Flood.
static uint64_t next(uint64_t *seed) {
    uint64_t mixed = *seed += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

/// Applies randomly chosen sectors of a write.
static void scatter(image *image, const change *write, uint64_t *seed) {
    const int64_t sector = 512;
    for (int64_t start = 0; start < write->length;) {
        int64_t end = (write->offset + start) / sector * sector + sector - write->offset;
        if (end > write->length) end = write->length;
        if (next(seed) % 2) lay(image, write->offset + start, write->bytes + start, end - start);
        start = end;
    }
}

/// Turns `images` into the surviving files.
static void survive(faulty_disk *disk, image *images, enum disk_survival survival, uint64_t seed) {
    int has_last = disk->interrupted.kind != 0;
    int64_t count = disk->change_count;
    // Written data is in the real files, even if it never becomes durable.
    int64_t whole = survival == disk_killed ? count : survival == disk_torn ? (int64_t)(next(&seed) % (count + 1)) : 0;
    for (int64_t i = 0; i < count; i++) {
        change *change = &disk->changes[i];
        image *image = &images[change->file];
        if (survival == disk_killed || change->is_doomed) continue;
        if (i < whole) make(image, change, change->length);
        if (survival == disk_torn && i == whole && change->kind == 'w') {
            make(image, change, next(&seed) % (change->length + 1));
        }
        if (survival != disk_scattered) continue;
        if (change->kind == 'w') {
            scatter(image, change, &seed);
        } else if (next(&seed) % 2) {
            make(image, change, change->length);
        }
    }
    if (!has_last || survival == disk_lost || whole < count) return;
    change *last = &disk->interrupted;
    make(&images[last->file], last, next(&seed) % (last->length + 1));
}

static int write_file(const char *folder, const image *image) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, image->name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return 1;
    int is_whole = write(file, image->bytes, image->size) == image->size;
    close(file);
    return !is_whole;
}

static image copy_of(const image *kept) {
    image copy = *kept;
    copy.bytes = kept->size ? memcpy(malloc(kept->size), kept->bytes, kept->size) : NULL;
    return copy;
}

/// Returns the current contents of a file, synced or not.
static image real_image(faulty_disk *disk, int file) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", disk->folder, disk->images[file].name);
    image real = {.name = disk->images[file].name, .is_deleted = access(path, F_OK) != 0};
    read_file(path, &real);
    return real;
}

int disk_survivors(faulty_disk *disk, const char *folder, enum disk_survival survival, uint64_t seed) {
    pthread_mutex_lock(&disk->mutex);
    image *images = calloc(disk->image_count + 1, sizeof *images);
    int result = 0;
    for (int i = 0; i < disk->image_count; i++) {
        images[i] = survival == disk_killed ? real_image(disk, i) : copy_of(&disk->images[i]);
    }
    survive(disk, images, survival, seed);
    for (int i = 0; i < disk->image_count; i++) {
        if (!images[i].is_deleted) result |= write_file(folder, &images[i]);
        free(images[i].bytes);
    }
    free(images);
    pthread_mutex_unlock(&disk->mutex);
    return result;
}
