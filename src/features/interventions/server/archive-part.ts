import type { ArchiveEvent, ArchiveKind, ArchiveTask } from '../../../platform/archive/contract.ts';
import type { ArchiveContent, ArchivePart } from '../../../platform/archive/server/parts.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { rowsOfIds, rowsOfKeys } from '../../../platform/resources/server/queries/rows/read.ts';
import { mayRead, resolveResource, toList, wireRows } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { factsOf } from '../../crisis/server/public.ts';
import { CONSULTATION } from '../rules/consultation.ts';

/** Kinds of events by entity; the other entities of records are interventions. */
const KIND_OF: Readonly<Record<string, ArchiveKind>> = {
  consultation: 'consultation',
  'follow-up': 'follow_up',
  interview: 'interview',
  referral: 'referral',
};
const kindOf = (entity: string): ArchiveKind => KIND_OF[entity] ?? 'intervention';
const TONES: Readonly<Record<number, 'yellow' | 'done' | 'grey'>> = {
  [CONSULTATION.booked]: 'yellow',
  [CONSULTATION.done]: 'done',
};

/** Whether the entity is a record around a case: about one student and assigned to the case. */
const isRecord = ({ properties }: EntitySchema): boolean =>
  properties['child_id']?.['x-of'] === 'student' && properties['case_id'] !== undefined;

/** The field with the time of the event: the time or day by which the list is sorted. */
const timeFieldOf = ({ 'x-resource': { sort }, properties }: EntitySchema): string =>
  sort
    .split(',')
    .map((key) => key.replace(/^-/, ''))
    .find((name) => properties[name]?.format !== undefined) ?? '';

/** The rows of one kind of record about a student; undefined when the role may not open them. */
async function rowsAbout(ctx: OrgContext, core: EntitySchema, childId: string): Promise<Row[] | undefined> {
  const {
    $id: resource,
    'x-resource': { area, id },
  } = core;
  if (!(await mayRead(ctx, area))) return undefined;
  const { entity, rows } = toList(resolveResource(ctx, resource, ctx.services.resources.hooksFor(core)));
  const [found] = await ctx.read([rowsOfKeys(rows, [{ child_id: childId }], ['child_id'])]);
  if (found.length === 0) return [];
  const ids = found.map((row) => String(row[id]));
  const [stored] = await ctx.read([rowsOfIds(rows, ids)]);
  return wireRows(ctx, entity, stored);
}

function eventOf(schema: EntitySchema, row: Row): ArchiveEvent {
  const id = String(row[schema['x-resource'].id]);
  const status = row['status'];
  const by = row['counsellor_name'] ?? row['created_by_name'];
  return {
    event_id: id,
    kind: kindOf(schema.$id),
    at: String(row['done_on'] ?? row[timeFieldOf(schema)] ?? ''),
    title: schema.title,
    facts: factsOf(schema, row),
    ...(typeof by === 'string' && { by }),
    ...(schema.$id === 'consultation' &&
      typeof status === 'number' && {
        state: { tone: TONES[status] ?? 'grey', text: labelOf('consultation_status', status) },
      }),
    record: { resource: schema.$id, record_id: id },
  };
}

/** A follow-up that nobody has done is a task and no event. */
const isPlanned = ({ $id }: EntitySchema, row: Row): boolean => $id === 'follow-up' && row['done_on'] === undefined;

/** Follow-ups and appointments that are to come or overdue. */
function taskOf(schema: EntitySchema, row: Row, now: number): ArchiveTask[] {
  const record = { resource: schema.$id, record_id: String(row[schema['x-resource'].id]) };
  if (isPlanned(schema, row))
    return [
      {
        kind: 'follow_up',
        title: '随访',
        due: String(row['due_on']),
        overdue: row['due_state'] === 'overdue',
        record,
      },
    ];
  if (schema.$id !== 'consultation' || row['status'] !== CONSULTATION.booked) return [];
  const due = String(row['start_at']);
  return [
    {
      kind: 'consultation',
      title: Date.parse(due) < now ? '咨询待补记录' : '预约的咨询',
      due,
      overdue: Date.parse(due) < now,
      record,
    },
  ];
}

const recordPart = (kind: ArchiveKind): ArchivePart => ({
  kinds: [kind],
  async read(ctx, childId): Promise<ArchiveContent | undefined> {
    let isOpen = false;
    const content = { events: [] as ArchiveEvent[], tasks: [] as ArchiveTask[] };
    for (const core of ctx.services.schemas.core().filter((one) => isRecord(one) && kindOf(one.$id) === kind)) {
      const rows = await rowsAbout(ctx, core, childId);
      if (rows === undefined) continue;
      isOpen = true;
      const { schema } = ctx.services.schemas.entity(ctx.actor.orgId, core.$id);
      content.events.push(...rows.filter((row) => !isPlanned(schema, row)).map((row) => eventOf(schema, row)));
      content.tasks.push(...rows.flatMap((row) => taskOf(schema, row, ctx.now())));
    }
    return isOpen ? content : undefined;
  },
});

/** Records about a student, each kind under the rights of its own list; without what only their details show. */
export const recordParts: readonly ArchivePart[] = (
  ['interview', 'consultation', 'intervention', 'referral', 'follow_up'] as const
).map(recordPart);
