import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

/** Identifies a process beyond its id, which is reused and is only unique in its process namespace. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Changes with each boot of the kernel. Empty where the system does not offer it. */
  readonly boot: string;
  /** The namespace of process ids: two containers on one host have different ones. Empty where there are none. */
  readonly namespace: string;
  /** When the process started, in the unit of the system. Empty where the system does not offer it. */
  readonly startedAt: string;
}

function orEmpty(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

/** The fields of `/proc/<pid>/stat` from the third on. The second is a name that may contain spaces and brackets. */
const statOf = (pid: number): string[] =>
  orEmpty(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  }).split(' ');

const startOf = (stat: readonly string[]): string => stat[19] ?? '';

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: os.hostname(),
  boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  namespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  startedAt: startOf(statOf(process.pid)),
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Whether a process is alive, as far as this process can know.
 *
 * @returns `unknown` for a process of another boot, host or process namespace, and where its id runs but its start time
 *   cannot be compared
 */
export function stateOf(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  const own = thisProcess();
  const comparable =
    own.boot !== '' && own.boot === other.boot && own.namespace === other.namespace && own.host === other.host;
  if (!comparable) return 'unknown';
  if (!isRunning(other.pid)) return 'dead';
  const stat = statOf(other.pid);
  // It has ended, and its parent has not asked for its exit status yet.
  if (stat[0] === 'Z') return 'dead';
  const startedAt = startOf(stat);
  if (startedAt === '' || other.startedAt === '') return 'unknown';
  return startedAt === other.startedAt ? 'alive' : 'dead';
}
