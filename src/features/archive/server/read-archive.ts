import type { OrgContext } from '../../../platform/context/server/context.ts';
import { rowsOfIds, rowsOfKeys } from '../../../platform/resources/server/queries/rows/read.ts';
import { getRow, resolveResource, toList, wireRows } from '../../../platform/resources/server/reading.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { pageOfSource } from '../../crisis/public.ts';
import {
  readCrisisLevel,
  casesOf,
  warnsOfChild,
  presentWarningHead,
  factsOf,
  mayRead,
} from '../../crisis/server/public.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { Archive } from '../contract.ts';

type Records = NonNullable<Archive['records']>;

/** Whether the entity is a record around a case: about one student and assigned to the case. */
const isRecord = ({ properties }: EntitySchema): boolean =>
  properties['child_id']?.['x-of'] === 'student' && properties['case_id'] !== undefined;
/** The field with the time of the event: the sort field of the list. */
const timeFieldOf = ({ 'x-resource': { sort } }: EntitySchema): string => sort.split(',')[0]?.replace(/^-/, '') ?? '';

/** Records of one kind about a student, with their list fields; undefined when the role may not open them. */
async function recordsOf(ctx: OrgContext, core: EntitySchema, childId: string): Promise<Records | undefined> {
  const {
    $id: resource,
    'x-resource': { area, id },
  } = core;
  if (!(await mayRead(ctx, area))) return undefined;
  const { entity, rows, tenant } = toList(resolveResource(ctx, resource, ctx.services.resources.hooksFor(core)));
  const { db } = ctx.services;
  const [found] = await db.read(tenant, [rowsOfKeys(rows, [{ child_id: childId }], ['child_id'])]);
  const [stored] = await db.read(tenant, [
    rowsOfIds(
      rows,
      found.map((row) => String(row[id])),
    ),
  ]);
  return (await wireRows(ctx, entity, stored)).map((row) => {
    const [at, by] = [row[timeFieldOf(entity.schema)], row['created_by_name']];
    return {
      record_id: String(row[id]),
      resource,
      facts: factsOf(entity.schema, row),
      ...(typeof at === 'string' && { at }),
      ...(typeof by === 'string' && { created_by_name: by }),
    };
  });
}

/**
 * All data of one student at the school, each part under the rights of its own page.
 *
 * @throws AppError `notFoundInScope`
 */
export async function studentArchive(ctx: OrgContext, childId: string): Promise<Archive> {
  const {
    actor: { orgId },
    services: { access, schemas },
  } = ctx;
  const student = await getRow(ctx, 'student', studentHooks, childId);
  const [seesWarns, seesCases] = [access.decide(ctx.actor, 'crisis/warn', 'open'), await mayRead(ctx, 'crisis/case')];
  const [warns, cases] = await ctx.read([warnsOfChild(orgId, childId), casesOf(orgId, childId)]);
  const sources = new Set<number>();
  for (const source of new Set(warns.map((warn) => warn.source)))
    if (await mayRead(ctx, pageOfSource(source))) sources.add(source);
  const records: Records[] = [];
  for (const core of schemas.core().filter(isRecord))
    records.push(...[await recordsOf(ctx, core, childId)].filter((some) => some !== undefined));
  const { crisis_level: level } = await readCrisisLevel(ctx, childId);
  return {
    student,
    ...(level !== undefined && { crisis_level: level }),
    ...(seesCases && {
      cases: cases.map(({ closed_at, ...one }) => ({ ...one, ...(closed_at !== null && { closed_at }) })),
    }),
    ...(seesWarns && {
      warns: warns.filter(({ source }) => sources.has(source)).map((warn) => presentWarningHead(ctx, warn)),
    }),
    ...(records.length > 0 && {
      records: records.flat().sort((a, b) => Date.parse(b.at ?? '') - Date.parse(a.at ?? '')),
    }),
  };
}
