import { OPEN } from '../../../platform/access/server/rights.ts';
import type { ArchiveEvent, ArchiveTask } from '../../../platform/archive/contract.ts';
import { readParts } from '../../../platform/archive/server/parts.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { mayRead, resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { cellOf, exportColumns } from '../../../platform/schema/sheet.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { guardiansOfChild } from '../../guardians/server/public.ts';
import { disclosedSections } from '../../privacy/server/public.ts';
import { openResult, type OpenScale } from '../../screening/server/public.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { Section } from '../contract.ts';

type Rows = Section['rows'];

/** Everything that may go along about a student, and how many records stay because they are restricted. */
export interface Content {
  sections: Section[];
  withheld: number;
}

/** What was written freely, with the area that opens it. */
const TEXTS: Readonly<Record<string, string>> = {
  comments: 'student/comment',
  interviews: 'intervention/interview',
  consultations: 'intervention/consultation',
  interventions: 'intervention',
};
/** Events that another school has to know of to go on; results are a part of their own. */
const FOLLOWED: ReadonlySet<string> = new Set(['warning', 'case', 'concern', 'referral', 'follow_up']);
/** What the reader of an event's reason was told in confidence. */
const CONFIDED: ReadonlySet<string> = new Set(['concern']);

const day = (moment: string): string => dayOf(Date.parse(moment));
const joined = (texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('，');

/** Base data without what is masked or encrypted: the new school asks the family for it. */
async function baseRows(ctx: OrgContext, childId: string): Promise<Rows> {
  const { entity, rows, tenant } = resolveResource(ctx, 'student', studentHooks);
  const [stored, guardians] = await ctx.services.db.read(tenant, [
    rowsOfIds(rows, [childId]),
    guardiansOfChild(ctx.actor.orgId, childId),
  ]);
  const [student] = await wireRows(ctx, entity, stored);
  const plain = exportColumns(entity.schema).filter(
    ({ schema }) => schema['x-sealed'] !== true && (schema['x-mask'] === undefined || schema['x-mask'] === 'name'),
  );
  const rowsOfStudent = plain.flatMap((column): Rows => {
    const value = cellOf(column, student?.[column.field]);
    return value === null || value === '' ? [] : [[column.header, String(value)]];
  });
  return [
    ...rowsOfStudent,
    ...guardians.map(({ guardian_name, relation }): [string, string] => [
      labelOf('guardian_relation', relation),
      guardian_name,
    ]),
  ];
}

function scaleText({ result, pack }: OpenScale): string {
  if (!result.valid) return '作答无效，结果不能解释';
  const scores = result.dimensions.map(({ title, dimension_id, score, band_title }) =>
    joined([`${title ?? dimension_id}${score === undefined || score === null ? '' : ` ${score}`}`, band_title]),
  );
  return [...scores, `量表版本 ${pack.version}`].join('\n');
}

/** Results of one sheet; none where they are not shown to the role, held back for an interview, or withdrawn. */
async function resultRows(ctx: OrgContext, sheetId: string): Promise<Rows> {
  try {
    const { sheet, scales } = await openResult(ctx, sheetId);
    return scales
      .filter(({ pack }) => pack.kind !== 'questionnaire')
      .map((scale) => [`${day(sheet.submitted_at)} ${scale.pack.title}`, `${sheet.exam_name}\n${scaleText(scale)}`]);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'PSY_RESULT_NOT_SHOWN' || error.code === 'PSY_SHEET_SEALED'))
      return [];
    throw error;
  }
}

async function allResults(ctx: OrgContext, events: readonly ArchiveEvent[]): Promise<Rows> {
  if (!(await mayRead(ctx, 'screening/result'))) return [];
  const rows: Rows = [];
  for (const { kind, event_id, state } of events)
    if (kind === 'screening' && state?.tone === 'done') rows.push(...(await resultRows(ctx, event_id)));
  return rows;
}

function eventRow({ kind, at, title, facts, crisis_level, state }: ArchiveEvent): [string, string] {
  const level = crisis_level === undefined ? undefined : labelOf('crisis_level', crisis_level);
  const known = CONFIDED.has(kind) ? [] : facts.map((fact) => `${fact.title}：${fact.text}`);
  return [day(at), [joined([title, level, state?.text]), ...known].join('\n')];
}

const taskRow = ({ title, due, overdue }: ArchiveTask): [string, string] => [
  '尚未完成',
  joined([title, due && `到期 ${day(due)}`, overdue ? '已过期' : undefined]),
];

/**
 * Everything that may go along, as far as the sender's role reads it where it stands. Records that are restricted to a
 * role group never leave the school.
 */
export async function gatherContent(ctx: OrgContext, childId: string): Promise<Content> {
  const { access } = ctx.services;
  const tables: string[] = [];
  for (const [table, area] of Object.entries(TEXTS))
    if (access.decide(ctx.actor, area, OPEN) && (await mayRead(ctx, area))) tables.push(table);
  const { sections: texts, withheld, total } = await disclosedSections(ctx, childId, tables);
  const { events, tasks } = await readParts(ctx, childId);
  const isOpen = ({ event_id, record }: Pick<ArchiveEvent, 'record'> & { event_id?: string }) =>
    !withheld.has(event_id ?? '') && !withheld.has(record?.record_id ?? '');
  const followed = events.filter((event) => FOLLOWED.has(event.kind) && isOpen(event));
  const open = tasks.filter((task) => FOLLOWED.has(task.kind) && isOpen(task));
  const sections: Section[] = [
    { part: 'base', title: '基本信息', rows: await baseRows(ctx, childId) },
    { part: 'results', title: '测评结果', rows: await allResults(ctx, events) },
    { part: 'follow_ups', title: '预警和跟进', rows: [...open.map(taskRow), ...followed.map(eventRow)] },
    ...texts.map(({ title, rows = [] }): Section => ({
      part: 'texts',
      title,
      rows: rows.map(([label, text]) => [label, text]),
    })),
  ];
  return { sections: sections.filter(({ rows }) => rows.length > 0), withheld: total };
}
