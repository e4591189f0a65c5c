import type { PGlite } from '@electric-sql/pglite';

export interface HousekeepingLimits {
  /** Checkpoint after this much WAL, in bytes: bounds disk usage and recovery time after a crash. */
  readonly walBytes: number;
  /** Checkpoint after this many milliseconds if anything was written. */
  readonly checkpointMs: number;
  /** Interval between searches for tables to vacuum, in milliseconds. */
  readonly vacuumMs: number;
}

export const defaultLimits: HousekeepingLimits = { walBytes: 64 * 2 ** 20, checkpointMs: 5 * 60_000, vacuumMs: 30_000 };

const walPosition = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position";

/** The thresholds of PostgreSQL's autovacuum, including the one against transaction id wraparound. */
const tablesToVacuum = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where c.relkind in ('r', 'm') and c.relpersistence = 'p' and (
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    or age(c.relfrozenxid) > 200000000)`;

/**
 * Replaces PostgreSQL's background processes, which the engine lacks. Call it between statements and only while no
 * transaction is open.
 */
export class Housekeeping {
  readonly #engine: PGlite;
  readonly #limits: HousekeepingLimits;
  readonly #now: () => number;
  #position = 0;
  #checkpointed: number;
  #vacuumed: number;

  constructor(engine: PGlite, limits: HousekeepingLimits, now: () => number) {
    this.#engine = engine;
    this.#limits = limits;
    this.#now = now;
    this.#checkpointed = now();
    this.#vacuumed = this.#checkpointed;
  }

  /** Writes a checkpoint, so that recovery after a crash has nothing older to replay. */
  async checkpoint(): Promise<void> {
    await this.#engine.exec('checkpoint');
    this.#position = await this.#walPosition();
    this.#checkpointed = this.#now();
  }

  /** Runs the tasks that are due. */
  async tick(): Promise<void> {
    const written = (await this.#walPosition()) - this.#position;
    const checkpointDue = this.#now() - this.#checkpointed >= this.#limits.checkpointMs;
    if (written >= this.#limits.walBytes || (written > 0 && checkpointDue)) await this.checkpoint();
    if (this.#now() - this.#vacuumed >= this.#limits.vacuumMs) await this.#vacuum();
  }

  async #vacuum(): Promise<void> {
    this.#vacuumed = this.#now();
    await this.#engine.exec('select pg_stat_force_next_flush()');
    const { rows } = await this.#engine.query<{ name: string }>(tablesToVacuum);
    for (const { name } of rows) await this.#engine.exec(`vacuum (analyze) ${name}`);
  }

  async #walPosition(): Promise<number> {
    const {
      rows: [row],
    } = await this.#engine.query<{ position: number }>(walPosition);
    return row?.position ?? 0;
  }
}
