#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>

/* Swift does not import C functions with variable arguments, so each shape of argument has its own wrapper here. */

static inline CURLcode ccurl_set_number(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_size(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_text(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }

static inline CURLcode ccurl_set_headers(CURL *h, struct curl_slist *v) {
    return curl_easy_setopt(h, CURLOPT_HTTPHEADER, v);
}
static inline CURLcode ccurl_set_recipients(CURL *h, struct curl_slist *v) {
    return curl_easy_setopt(h, CURLOPT_MAIL_RCPT, v);
}
static inline CURLcode ccurl_on_head(CURL *h, curl_write_callback f) {
    return curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, f);
}
static inline CURLcode ccurl_on_body(CURL *h, curl_write_callback f) {
    return curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, f);
}
static inline CURLcode ccurl_on_read(CURL *h, curl_read_callback f) {
    return curl_easy_setopt(h, CURLOPT_READFUNCTION, f);
}
static inline CURLcode ccurl_on_seek(CURL *h, curl_seek_callback f) {
    return curl_easy_setopt(h, CURLOPT_SEEKFUNCTION, f);
}
static inline CURLcode ccurl_on_progress(CURL *h, curl_xferinfo_callback f) {
    return curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, f);
}
static inline CURLcode ccurl_on_open_socket(CURL *h, curl_opensocket_callback f) {
    return curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, f);
}
static inline CURLcode ccurl_on_before_request(CURL *h, curl_prereq_callback f) {
    return curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, f);
}

static inline CURLcode ccurl_get_number(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode ccurl_get_pointer(CURL *h, CURLINFO i, void **v) { return curl_easy_getinfo(h, i, v); }

static inline const struct curl_certinfo *ccurl_certificates(CURL *h) {
    struct curl_certinfo *c = NULL;
    return curl_easy_getinfo(h, CURLINFO_CERTINFO, &c) == CURLE_OK ? c : NULL;
}

static inline CURLMcode ccurl_multi_set_number(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }

/* Swift cannot see into the union of a message. */
static inline CURLcode ccurl_result(const CURLMsg *m) { return m->data.result; }

/* The address lies at the end of its structure and may be longer than declared. */
static inline const struct sockaddr *ccurl_address(const struct curl_sockaddr *a) { return &a->addr; }

#endif
