/** Whether a process of this id exists. */
export function processRuns(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
