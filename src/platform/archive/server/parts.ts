import type { OrgContext } from '../../context/server/context.ts';
import type { ArchiveCurve, ArchiveEvent, ArchiveKind, ArchiveTask } from '../contract.ts';

/** What a part of the archive holds about a student, for one reader. */
export interface ArchiveContent {
  events: readonly ArchiveEvent[];
  tasks?: readonly ArchiveTask[];
  curves?: readonly ArchiveCurve[];
}

/** What a feature contributes to a student's archive. */
export interface ArchivePart {
  kinds: readonly ArchiveKind[];
  /**
   * Reads the part under the rights of its own page. The caller has checked that the child is in scope and writes the
   * read-log entry.
   *
   * @returns undefined where the role may not open the page, or second-step verification is missing
   */
  read(ctx: OrgContext, childId: string): Promise<ArchiveContent | undefined>;
}

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Parts of a student's archive. */
    archive?: readonly ArchivePart[];
  }
}

declare module '../../context/server/services.ts' {
  interface Services {
    /** Parts of a student's archive, of all features. */
    archiveParts: readonly ArchivePart[];
  }
}

/** Everything that the reader may know of a student, the newest first; `kinds` are those that the reader may open. */
export async function readParts(
  ctx: OrgContext,
  childId: string,
): Promise<{ kinds: ArchiveKind[]; events: ArchiveEvent[]; tasks: ArchiveTask[]; curves: ArchiveCurve[] }> {
  const kinds = new Set<ArchiveKind>();
  const events: ArchiveEvent[] = [];
  const tasks: ArchiveTask[] = [];
  const curves: ArchiveCurve[] = [];
  for (const part of ctx.services.archiveParts) {
    const content = await part.read(ctx, childId);
    if (content === undefined) continue;
    for (const kind of part.kinds) kinds.add(kind);
    events.push(...content.events);
    tasks.push(...(content.tasks ?? []));
    curves.push(...(content.curves ?? []));
  }
  const time = ({ at }: ArchiveEvent) => Date.parse(at);
  const due = (task: ArchiveTask) => (task.due === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(task.due));
  return {
    kinds: [...kinds],
    events: events.toSorted((a, b) => time(b) - time(a)),
    // Tasks without a day come last.
    tasks: tasks.toSorted((a, b) => Number(b.overdue) - Number(a.overdue) || due(a) - due(b)),
    curves,
  };
}
