/* Tesuji as a C library: the best move in chess, shogi, Connect 4, Othello and Go's life and death.
 *
 * Requests and answers are JSON in UTF-8, with the same fields as on the command line (--json) and over HTTP:
 *
 *   char* answer;
 *   int status = tesuji_solve(session, "{\"game\":\"connect4\",\"position\":\"4453\"}", NULL, NULL, &answer);
 *   puts(answer);    a report, or {"error":"..."} if the status is not TESUJI_OK
 *   tesuji_free(answer);
 *
 * Errors. Every function that can fail returns a status, and no C++ exception leaves the library. Where a function has
 * an `answer`, it is set in every case: to NULL if the status is TESUJI_NO_MEMORY, otherwise to a text that the caller
 * releases with tesuji_free(). An `answer` of NULL means that the caller does not want the text.
 *
 * Threads. Any thread may use any session or table. A session runs one search at a time: a second call meanwhile
 * returns TESUJI_BUSY and does nothing. tesuji_stop() and tesuji_clear_stop() may be called at any time from any
 * thread, from a signal handler and from the progress callback. Different sessions are independent of each other.
 * tesuji_table_put, _get, _store and _probe may be called by several threads at once on the same table, without a lock;
 * the other functions on tables are for one thread while no other uses that table. The functions that take neither a
 * session nor a table may be called by any thread at any time.
 * Closing a session or freeing a table while another thread uses it is an error of the caller.
 */
#ifndef TESUJI_H
#define TESUJI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TESUJI_API __attribute__((visibility("default")))
#else
#define TESUJI_API
#endif

enum {
  TESUJI_OK = 0,
  TESUJI_ERROR = 1,     /* the request is wrong or the work failed: the answer says why */
  TESUJI_BUSY = 2,      /* the session is searching already */
  TESUJI_NO_MEMORY = 3, /* allocation failed */
};

typedef struct tesuji_session tesuji_session;
typedef struct tesuji_table tesuji_table;

/* Called with a report (JSON) as a search proceeds, on a thread of the search; the text is valid during the call. The
 * search waits meanwhile, so be quick. */
typedef void (*tesuji_progress)(const char* report, void* data);

TESUJI_API const char* tesuji_version(void); /* "0.1.0" */
TESUJI_API void tesuji_free(char* text);     /* NULL is allowed */

/* The games, their options, example positions and record formats: a JSON array, as /api/games. */
TESUJI_API int tesuji_games(char** answer);
/* A position and its legal moves: {"position","side","moves","outcome","drawing"}. The request has "game", "position",
 * "moves" (played from there) and "options". */
TESUJI_API int tesuji_board(const char* request, char** answer);
/* Every game in the text of a record file (PGN, KIF, ...), as a JSON array; `format` is one of the names in
 * tesuji_games(), or NULL: then the format is recognised. A record has "headers", "position", "result", "reason" and
 * "nodes", an array in which node 0 is the root and each node has "move", "comment", "marks", "seconds" and "children"
 * (indices; the first continues the main line). */
TESUJI_API int tesuji_read_records(const char* game, const char* format, const char* bytes, size_t size, char** answer);
/* The text of a record in one of the formats; not JSON if the status is TESUJI_OK. */
TESUJI_API int tesuji_write_record(const char* game, const char* format, const char* record, char** answer);

/* A session keeps engines and their tables from one search to the next. Returns NULL if allocation fails. */
TESUJI_API tesuji_session* tesuji_open(void);
TESUJI_API void tesuji_close(tesuji_session* session); /* NULL is allowed */

/* A proved answer. The request has "game", "position", "moves", limits ("time": "5s", "nodes", "depth"), "options", and
 * "hash" (default "256M", the maximum: tables grow), "threads" (1) and "replacement". `progress` may be NULL. */
TESUJI_API int tesuji_solve(tesuji_session* session, const char* request, tesuji_progress progress, void* data,
                            char** answer);
/* Best moves until a limit; without a limit for 5 seconds. */
TESUJI_API int tesuji_analyze(tesuji_session* session, const char* request, tesuji_progress progress, void* data,
                              char** answer);
/* Counts what the rules allow to "depth": {"game","position","depth","count"}; "divide": true counts by first move. */
TESUJI_API int tesuji_perft(tesuji_session* session, const char* request, char** answer);
/* Node signature: the number of nodes that fixed positions take. */
TESUJI_API int tesuji_bench(tesuji_session* session, const char* request, char** answer);

/* Ends the search of this session; if none is running, the next one. One call ends one search: its call returns what is
 * known so far. */
TESUJI_API void tesuji_stop(tesuji_session* session);
/* Withdraws a stop that came after the search had ended. */
TESUJI_API void tesuji_clear_stop(tesuji_session* session);

/* Forgets what the tables of this session hold. */
TESUJI_API int tesuji_clear(tesuji_session* session, char** answer);
/* The table of a game to a file, and back: {"game","file","bytes"}. */
TESUJI_API int tesuji_save(tesuji_session* session, const char* game, const char* path, char** answer);
TESUJI_API int tesuji_load(tesuji_session* session, const char* game, const char* path, char** answer);

/* A transposition table of your own. Entries are replaced when there is no room for all: a table forgets, but what it
 * answers was stored. The layout says what an entry is:
 *   "exact"  a value below 65535 for a key below 2^63; never answers for another key
 *   "bound"  a tesuji_entry for a key of 64 well-mixed bits, of which a part is kept; a probe for a key that is not
 *            there finds another key's entry with a probability of at most 8 / 2^19 */
typedef struct {
  uint16_t move;
  int16_t score;
  uint8_t depth; /* at most 127 */
  uint8_t bound; /* TESUJI_UPPER, TESUJI_LOWER or TESUJI_EXACT */
} tesuji_entry;

enum { TESUJI_UPPER = 1, TESUJI_LOWER = 2, TESUJI_EXACT = 3 };

TESUJI_API int tesuji_table_open(const char* layout, uint64_t bytes, tesuji_table** table, char** answer);
TESUJI_API void tesuji_table_close(tesuji_table* table); /* NULL is allowed */
/* `count` keys at once. found[i] is 1 if keys[i] is there, otherwise 0, and values[i] or entries[i] is then zero. */
TESUJI_API int tesuji_table_put(tesuji_table* table, const uint64_t* keys, const uint64_t* values, size_t count,
                                char** answer);
TESUJI_API int tesuji_table_get(const tesuji_table* table, const uint64_t* keys, uint64_t* values, uint8_t* found,
                                size_t count, char** answer);
TESUJI_API int tesuji_table_store(tesuji_table* table, const uint64_t* keys, const tesuji_entry* entries, size_t count,
                                  char** answer);
TESUJI_API int tesuji_table_probe(const tesuji_table* table, const uint64_t* keys, tesuji_entry* entries,
                                  uint8_t* found, size_t count, char** answer);
/* What is in a "bound" table grows older by one search. */
TESUJI_API int tesuji_table_new_search(tesuji_table* table, char** answer);
TESUJI_API int tesuji_table_clear(tesuji_table* table, char** answer);
/* `keys` names what the keys mean: a file is loaded only under the name that it was saved with. */
TESUJI_API int tesuji_table_save(const tesuji_table* table, const char* path, const char* keys, char** answer);
TESUJI_API int tesuji_table_load(tesuji_table* table, const char* path, const char* keys, char** answer);
/* {"layout","bytes","probes","hits","hit_rate","stores","replacements","fill","mismatches"}; "fill" is per mille. */
TESUJI_API int tesuji_table_statistics(const tesuji_table* table, char** answer);

#ifdef __cplusplus
}
#endif

#endif
