/** Errors of a program that is wrong; everything else that is thrown at the start says in its own words what to do. */
const MISTAKES = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError']);

/** Why the start failed, for whoever reads the terminal. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (MISTAKES.has(error.name)) return error.stack ?? error.message;
  const cause = error.cause instanceof Error ? `\n  原因：${error.cause.message}` : '';
  return `无法启动：${error.message}${cause}`;
}
