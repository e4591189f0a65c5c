import type { ArchiveCurve, ArchiveEvent, ArchiveKind } from '../../../platform/archive/contract.ts';
import { readParts } from '../../../platform/archive/server/parts.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { PrintedDocument, PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { mask } from '../../../platform/schema/mask.ts';
import { cellOf, exportColumns } from '../../../platform/schema/sheet.ts';
import { dayOf, minuteOf } from '../../../platform/schema/wall-clock.ts';
import { decryptComment, commentsOf } from '../../comments/server/public.ts';
import { guardiansOfChild } from '../../guardians/server/public.ts';
import { historyOf } from '../../students/public.ts';
import { studentHooks, enrolmentsOf } from '../../students/server/public.ts';
import { curveFigure } from '../rules/curve-figure.ts';

const joined = (texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join('　');

/** Kinds of events with a section of their own. */
const PRINTED_APART: ReadonlySet<ArchiveKind> = new Set<ArchiveKind>(['enrolment', 'comment']);

/** An event as a row of the timeline. */
function printedEvent({ at, title, facts, by, crisis_level, state }: ArchiveEvent): readonly [string, string] {
  const level = crisis_level === undefined ? undefined : labelOf('crisis_level', crisis_level);
  const lines = [joined([title, level, state?.text, by]), ...facts.map((fact) => `${fact.title}：${fact.text}`)];
  return [dayOf(Date.parse(at)), lines.join('\n')];
}

/** A curve as a drawing with its numbers below. */
function printedCurve(curve: ArchiveCurve): PrintedSection {
  const title = `${curve.title}：历次总分`;
  const figure = curveFigure(curve, { title, timeHead: '测评', score: '总分' }, (at) => dayOf(Date.parse(at)));
  return {
    title,
    text: ['测评结果是筛查，不是诊断；分数的高低要结合访谈来看。'],
    chart: figure,
    table: { head: figure.table.head, rows: figure.table.rows.map(({ cells }) => cells) },
  };
}

function periodText(since: string, until: string | undefined): string {
  const day = (instant: string) => dayOf(Date.parse(instant));
  return until ? `${day(since)} 至 ${day(until)}` : `${day(since)} 起`;
}

/**
 * Data of a student for the caller's role: base data masked as in lists, guardians, history, and comments of class
 * teachers. Undefined when the student was deleted or is out of scope.
 */
export async function studentArchive(
  ctx: OrgContext,
  childId: string,
  { orgName, by }: { orgName: string; by: string },
): Promise<{ name: string; document: PrintedDocument } | undefined> {
  const {
    actor,
    services: { access, clock, db },
  } = ctx;
  const { orgId } = actor;
  const { entity, rows, tenant } = resolveResource(ctx, 'student', studentHooks);
  const [found, guardians, enrolments, comments] = await db.read(tenant, [
    rowsOfIds(rows, [childId]),
    guardiansOfChild(orgId, childId),
    enrolmentsOf(orgId, childId),
    commentsOf(orgId, childId),
  ]);
  const [row] = await wireRows(ctx, entity, found);
  if (!row) return undefined;
  const base = exportColumns(entity.schema).flatMap((column) => {
    const value = cellOf(column, row[column.field]);
    return value === null || value === '' ? [] : [[column.header, String(value)] as const];
  });
  const phoneOf = (mobile: string) => (access.mayReveal(actor, 'phone') ? mobile : mask('phone', mobile));
  const written = access.decide(actor, 'student/comment', 'open')
    ? await Promise.all(comments.map((comment) => decryptComment(ctx, comment)))
    : [];
  const { events, curves } = await readParts(ctx, childId);
  const sections: PrintedSection[] = [
    { title: '基本信息', rows: base },
    {
      title: '监护人',
      rows: guardians.map(
        ({ guardian_name, relation, mobile }) =>
          [
            labelOf('guardian_relation', relation),
            joined([guardian_name, mobile === null ? undefined : phoneOf(mobile)]),
          ] as const,
      ),
    },
    {
      title: '学籍经历',
      rows: historyOf(enrolments).map(
        ({ since, until, change, class_name, year_name, study_status }) =>
          [
            labelOf('enrolment_change', change),
            joined([periodText(since, until), year_name, class_name, labelOf('study_status', study_status)]),
          ] as const,
      ),
    },
    ...curves.map(printedCurve),
    {
      title: '经过',
      rows: events.filter(({ kind }) => !PRINTED_APART.has(kind)).map(printedEvent),
    },
    {
      title: '班主任评语',
      rows: written.map(
        ({ year_name, content, created_by_name }) => [year_name, `${content}\n（${created_by_name}）`] as const,
      ),
    },
  ];
  const name = String(row['child_name']);
  return {
    name: `${name}_${String(row['student_no'] ?? childId)}`,
    document: {
      title: `${name}的档案`,
      about: orgName,
      sections: sections.filter(({ rows }) => rows === undefined || rows.length > 0),
      foot: `${by}于 ${minuteOf(clock.now())} 导出，仅供校内工作使用`,
    },
  };
}
