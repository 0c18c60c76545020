/* Solves a Connect 4 position with the C library, counting the progress reports.
 *
 *   cc -std=c99 solve.c -o solve $(pkg-config --cflags --libs tesuji)
 *   ./solve 4453
 */
#include <stdio.h>
#include <string.h>
#include <tesuji.h>

static void on_progress(const char* report, void* data) {
  int* reports = data;
  (void)report; /* JSON, as the answer */
  ++*reports;
}

int main(int argc, char** argv) {
  const char* columns = argc > 1 ? argv[1] : "";
  char request[256];
  char* answer = NULL;
  int reports = 0, status;
  tesuji_session* session;

  if (strlen(columns) > 100 || strspn(columns, "1234567") != strlen(columns)) {
    fprintf(stderr, "solve: '%s' is not a list of columns from 1 to 7 (example: 4453)\n", columns);
    return 2;
  }
  session = tesuji_open();
  if (session == NULL) {
    fputs("solve: out of memory\n", stderr);
    return 1;
  }
  sprintf(request, "{\"game\":\"connect4\",\"position\":\"%s\",\"hash\":\"64M\"}", columns);
  status = tesuji_solve(session, request, on_progress, &reports, &answer);
  if (status == TESUJI_OK) {
    printf("%s\n", answer);
  } else {
    fprintf(stderr, "solve: %s\n", answer != NULL ? answer : "out of memory");
  }
  tesuji_free(answer);
  tesuji_close(session);
  return status == TESUJI_OK ? 0 : 1;
}
