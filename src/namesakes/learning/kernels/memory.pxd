# Calls for a line of memory that is needed soon; compilers that do not know how do nothing.
cdef extern from *:
    """
    #if defined(__GNUC__)
    #define namesakes_prefetch(place) __builtin_prefetch(place)
    #else
    #define namesakes_prefetch(place)
    #endif
    """
    void prefetch "namesakes_prefetch" (const void *place) noexcept nogil
