import type { Services } from '../../context/server/services.ts';
import type { Statement, Tx } from '../../db/server/database.ts';
import { nowIso } from '../../runtime/server/clock.ts';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** What it lets other systems know. */
    events?: readonly EventKind[];
    /** Writes what follows from events. */
    eventWriter?: EventWriter;
  }
}
declare module '../../context/server/services.ts' {
  interface Services {
    events: Events;
  }
}

/** Most ids of one event. */
export const EVENT_IDS_MAX = 100;

/** What an event needs of an entry of the operation log. */
interface Entry {
  act: string;
  resource: string;
  rowId: string;
  after?: Record<string, unknown> | null;
}

/** A kind of event, and the entries of the operation log that it follows from. */
export interface EventKind {
  /** `subject.what-happened`; part of the contract with other systems. */
  name: string;
  title: { zh: string; en: string };
  resource: string;
  acts: readonly string[];
  when?(entry: Entry): boolean;
}

/** Something that happened to rows of an organisation. */
export interface Happening {
  readonly name: string;
  readonly ids: readonly string[];
}

/** Answers statements that are sent in one message with the commit of the change. @param at ISO */
export type EventWriter = (orgId: string, happenings: readonly Happening[], at: string) => readonly Statement[];

export interface Events {
  readonly kinds: readonly EventKind[];
  /** Adds the events of entries to the transaction of the change. */
  note(tx: Tx, orgId: string, entries: readonly Entry[]): void;
}

/** Of processes that announce nothing: commands at the operator's terminal. */
export const NO_EVENTS: Events = { kinds: [], note: () => undefined };

function inParts(name: string, ids: readonly string[]): Happening[] {
  const parts: Happening[] = [];
  for (let from = 0; from < ids.length; from += EVENT_IDS_MAX)
    parts.push({ name, ids: ids.slice(from, from + EVENT_IDS_MAX) });
  return parts;
}

/** The events that some features declare, for the writers that others bring. */
export function createEvents(
  features: readonly { events?: readonly EventKind[]; eventWriter?: EventWriter }[],
  { clock }: Pick<Services, 'clock'>,
): Events {
  const kinds = features.flatMap(({ events = [] }) => events);
  const writers = features.flatMap(({ eventWriter }) => eventWriter ?? []);
  const byResource = new Map<string, EventKind[]>();
  for (const kind of kinds) byResource.set(kind.resource, [...(byResource.get(kind.resource) ?? []), kind]);
  /** Ids by event of transactions that have not committed. */
  const pending = new WeakMap<Tx, Map<string, Set<string>>>();

  const collect = (tx: Tx, orgId: string): Map<string, Set<string>> => {
    const earlier = pending.get(tx);
    if (earlier) return earlier;
    const found = new Map<string, Set<string>>();
    pending.set(tx, found);
    tx.beforeCommit({
      statements: async () => {
        pending.delete(tx);
        const happenings = [...found].flatMap(([name, ids]) => inParts(name, [...ids]));
        return writers.flatMap((write) => write(orgId, happenings, nowIso(clock)));
      },
    });
    return found;
  };

  return {
    kinds,
    note(tx, orgId, entries) {
      if (writers.length === 0) return;
      for (const entry of entries)
        for (const { name, acts, when } of byResource.get(entry.resource) ?? []) {
          if (!acts.includes(entry.act) || when?.(entry) === false) continue;
          const found = collect(tx, orgId);
          found.set(name, (found.get(name) ?? new Set()).add(entry.rowId));
        }
    },
  };
}
