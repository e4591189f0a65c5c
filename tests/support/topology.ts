import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { Balancer } from './balancer.ts';
import { Client } from './client.ts';
import { Running, useBuild } from './process.ts';
import { productionSettings, serverDatabase } from './production.ts';
import { startValkey } from './valkey.ts';

/** A process of the installation, with a data folder of its own. */
export interface Node {
  readonly running: Running;
  readonly port: number;
  readonly home: string;
}

/** An installation as operators run one: two processes in production, one database server, one Valkey, a proxy. */
export interface Topology {
  readonly nodes: [Node, Node];
  readonly balancer: Balancer;
  /** Signs nobody in; sends through the proxy. */
  readonly client: Client;
  /** Stops a process with SIGTERM and starts its successor, which gets requests when it is ready. */
  restart(at: 0 | 1): Promise<void>;
}

/** A stopping process serves on until the proxy has noticed. */
const DRAIN_MS = 600;

/** Starts the installation with the schools of the demo before the tests of the current `describe` or file. */
export function useTopology(): () => Topology {
  const entry = useBuild();
  let topology: Topology | undefined;
  const closers: (() => Promise<void>)[] = [];
  const closing = <T>(part: T, close: (part: T) => Promise<unknown>): T => {
    closers.unshift(async () => void (await close(part)));
    return part;
  };
  beforeAll(async () => {
    const database = closing(await serverDatabase('demo'), ({ remove }) => remove());
    const valkey = closing(await startValkey(), ({ stop }) => stop());
    const balancer = closing(await Balancer.start(), (one) => one.close());
    const settings = {
      ...productionSettings(),
      DATABASE_URL: database.login,
      REDIS_URL: valkey.url,
      TRUST_PROXY: 'loopback',
      XINYU_ALLOW_DEMO_DATA: 'yes',
      SHUTDOWN_DELAY_MS: String(DRAIN_MS),
      ARGON2_MEMORY_KIB: '8192',
      ARGON2_PASSES: '1',
      PORT: '0',
    };
    const newHome = () =>
      closing(mkdtempSync(path.join(os.tmpdir(), 'xinyu node ')), async (home) =>
        rmSync(home, { recursive: true, force: true, maxRetries: 3 }),
      );
    const start = async (home: string): Promise<Node> => {
      const running = closing(new Running(entry('main'), { ...settings, DATA_DIR: home }), (one) => one.kill());
      const port = await running.port();
      balancer.add(port);
      await vi.waitFor(() => expect(balancer.ready).toContain(port), { timeout: 30_000 });
      return { running, port, home };
    };
    const nodes = await Promise.all([start(newHome()), start(newHome())]);
    const restart = async (at: 0 | 1) => {
      const { running, port, home } = nodes[at];
      expect((await running.kill('SIGTERM')).code).toBe(0);
      balancer.remove(port);
      nodes[at] = await start(home);
    };
    topology = { nodes, balancer, client: new Client({ port: balancer.port, now: Date.now }), restart };
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return () => {
    if (!topology) throw new Error('the installation is there only in tests and hooks');
    return topology;
  };
}
