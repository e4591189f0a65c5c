import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

const PROGRAMS = ['valkey-server', 'redis-server'];

/** The installed program of Valkey or Redis. */
export const valkeyProgram: string | undefined = PROGRAMS.find(
  (program) => spawnSync(program, ['--version']).status === 0,
);

export interface RunningValkey {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server without persistence; `port` reuses the port of a stopped one. */
export async function startValkey(port?: number): Promise<RunningValkey> {
  const at = port ?? (await freePort());
  const child = spawn(
    valkeyProgram ?? '',
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  child.stdout.destroy();
  return {
    url: `redis://127.0.0.1:${at}`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
