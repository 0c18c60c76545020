/* Asks the C library one question: ask solve|analyze|board REQUEST. Prints the answer. */
#include <stdio.h>
#include <string.h>
#include <tesuji.h>

int main(int argc, char** argv) {
  char* answer = NULL;
  int status = TESUJI_ERROR;
  tesuji_session* session = tesuji_open();
  if (argc != 3 || session == NULL) return 2;
  if (strcmp(argv[1], "solve") == 0) status = tesuji_solve(session, argv[2], NULL, NULL, &answer);
  if (strcmp(argv[1], "analyze") == 0) status = tesuji_analyze(session, argv[2], NULL, NULL, &answer);
  if (strcmp(argv[1], "board") == 0) status = tesuji_board(argv[2], &answer);
  if (answer != NULL) puts(answer);
  tesuji_free(answer);
  tesuji_close(session);
  return status == TESUJI_OK ? 0 : 1;
}
