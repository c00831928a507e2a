#ifndef USHER_CPOSTGRESQL_SHIM_H
#define USHER_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
