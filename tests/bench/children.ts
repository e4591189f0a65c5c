import { fork, type ChildProcess } from 'node:child_process';
import type { LoadJob, LoadResult } from './load.ts';

/** The processes of a measurement; each is this command with another argument. */
export type Role = 'bare' | 'plain' | 'product' | 'load' | 'print' | 'sign-in';

/** The parent's questions to a child; each has one answer. */
export interface Child {
  ask<T>(question: unknown): Promise<T>;
  process: ChildProcess;
  /** Ends the process and waits for its exit. */
  stop(): Promise<void>;
}

type Reply = { answer: unknown } | { error: string };

const gone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** @param entry The built command */
export function start(entry: string, role: Role, env: NodeJS.ProcessEnv = {}): Child {
  const child = fork(entry, [role], {
    env: { ...process.env, ...env },
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let tail: Promise<unknown> = Promise.resolve();
  const ask = <T>(question: unknown) =>
    new Promise<T>((resolve, reject) => {
      const onExit = () => reject(new Error(`the ${role} process ended`));
      child.once('exit', onExit);
      child.once('message', (reply: Reply) => {
        child.off('exit', onExit);
        if ('error' in reply) reject(new Error(`${role}: ${reply.error}`));
        else resolve(reply.answer as T);
      });
      child.send(question as object);
    });
  return {
    process: child,
    ask: <T>(question: unknown) => {
      const answer = tail.then(() => ask<T>(question));
      tail = answer.catch(() => undefined);
      return answer;
    },
    stop: async () => {
      if (!gone(child)) child.disconnect();
      await ended;
    },
  };
}

/** The child's side: answers one question after the other until the parent disconnects. */
export function serveParent(
  answer: (question: never) => Promise<unknown>,
  close: () => Promise<void> = async () => undefined,
): void {
  process.on('message', (question) => {
    answer(question as never).then(
      (result) => process.send?.({ answer: result } satisfies Reply),
      (error: unknown) =>
        process.send?.({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        } satisfies Reply),
    );
  });
  process.once('disconnect', () => void close().finally(() => process.exit(0)));
}

/** One run of the load generator in its own process. */
export async function runLoad(entry: string, job: LoadJob): Promise<LoadResult> {
  const child = start(entry, 'load');
  try {
    return await child.ask<LoadResult>(job);
  } finally {
    await child.stop();
  }
}
