#ifndef C_PROJECT_TEMPLATES_H
#define C_PROJECT_TEMPLATES_H

#include <stddef.h>

/* A file of a project template, embedded in the program. */
struct project_template_file {
    /* Its path, which begins with the name of the template. */
    const char *path;
    const unsigned char *bytes;
    size_t size;
};

/* The files of all templates in the order of their paths. They are never released. */
const struct project_template_file *project_template_files(void);
size_t project_template_file_count(void);

#endif
