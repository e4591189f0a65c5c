/** What is wrong in a file of the roster; `row` is its number in the file from 1, and 0 where the whole file is meant. */
export interface Problem {
  file: string;
  row: number;
  column: string;
  message: string;
}

/** Number of problems that one answer lists. */
export const PROBLEMS_MAX = 20;

export const problemText = ({ file, row, column, message }: Problem): string =>
  [file, row > 0 && `第 ${row} 行`, column !== '' && `${column} 列`].filter(Boolean).join(' ') + `：${message}`;
