import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { installedPrograms, unprivileged } from '../../src/tools/lib/postgres.mjs';
import { freePort } from './free-port.ts';
import { asAdmin } from './postgres-admin.ts';

/** Lines of `postgresql.conf`, as `.readme/operating.md` has them. */
export const archiveSettings = (archive: string): string[] => [
  'archive_mode = on',
  `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  'archive_timeout = 60',
];
/** Lines of `postgresql.auto.conf` for a recovery. */
export const recoverySettings = (archive: string, time: string): string[] => [
  `restore_command = 'cp ${archive}/%f %p'`,
  `recovery_target_time = '${time}'`,
  "recovery_target_action = 'promote'",
];

/** A PostgreSQL of its own that archives its WAL, as `.readme/operating.md` describes it. */
export class ArchivingPostgres {
  readonly #programs: string;
  readonly #user: { uid?: number; gid?: number };
  readonly #folder: string;
  #child: ChildProcess | undefined;
  url = '';

  constructor() {
    const [programs, user] = [installedPrograms(), unprivileged()];
    if (programs === undefined || user === undefined) throw new Error('PostgreSQL is not installed');
    [this.#programs, this.#user] = [programs, user];
    this.#folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-wal-'));
    this.#own(this.#folder);
    for (const name of ['wal', 'base']) {
      mkdirSync(this.#in(name), { mode: 0o700 });
      this.#own(this.#in(name));
    }
    this.run('initdb', ['-D', this.#in('data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
    appendFileSync(this.#in('data/postgresql.conf'), `${archiveSettings(this.#in('wal')).join('\n')}\n`);
  }

  #in = (name: string): string => path.join(this.#folder, name);

  #own(file: string): void {
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
  }

  run(program: string, args: readonly string[], input?: Buffer): Buffer {
    return execFileSync(path.join(this.#programs, program), args, {
      ...this.#user,
      cwd: this.#folder,
      input,
      maxBuffer: 2 ** 29,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  async #start(data: string): Promise<void> {
    const port = await freePort();
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#folder}`,
      'max_wal_size=64MB',
    ];
    this.#child = spawn(
      path.join(this.#programs, 'postgres'),
      ['-D', this.#in(data), ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.#user, cwd: this.#folder, stdio: 'ignore' },
    );
    this.url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    const isReady = () =>
      asAdmin(this.url, "do $$ begin assert not pg_is_in_recovery(), 'still recovering'; end $$").then(
        () => true,
        () => false,
      );
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(true);
  }

  start = (): Promise<void> => this.#start('data');

  /** A base backup; the WAL that it needs is in the archive. */
  baseBackup(): void {
    this.run('pg_basebackup', ['-d', this.url, '-D', this.#in('base'), '-X', 'none', '-c', 'fast', '--no-manifest']);
  }

  /** Loses the server and its data; the archive and the base backup stay. */
  async lose(): Promise<void> {
    await this.stop();
    rmSync(this.#in('data'), { recursive: true });
  }

  /** Starts the base backup, which replays the archive up to a time and then takes writes. */
  async recover(target: string): Promise<void> {
    const added = this.#in('base/postgresql.auto.conf');
    appendFileSync(added, `${recoverySettings(this.#in('wal'), target).join('\n')}\n`);
    writeFileSync(this.#in('base/recovery.signal'), '');
    for (const file of [added, this.#in('base/recovery.signal')]) this.#own(file);
    await this.#start('base');
  }

  async stop(): Promise<void> {
    if (this.#child === undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGQUIT');
    await ended;
    this.#child = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
