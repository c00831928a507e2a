#ifndef C_ICU_DATA_H
#define C_ICU_DATA_H

/* Nothing is declared: the linker finds the data by the name under which ICU refers to it. */

#endif
