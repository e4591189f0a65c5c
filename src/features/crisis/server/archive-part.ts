import { OPEN } from '../../../platform/access/server/rights.ts';
import type { ArchiveEvent, ArchiveTask } from '../../../platform/archive/contract.ts';
import type { ArchivePart } from '../../../platform/archive/server/parts.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { CASE_STATUS, pageOfSource, VALID_STATUS } from '../rules/crisis.ts';
import { casesOf, stepsOfCases } from './queries/crisis-cases.ts';
import { warnsOfChild } from './queries/warns.ts';
import { crisisCategories } from './read-categories.ts';
import { presentWarningHead } from './read-warnings.ts';

/** Kinds of steps that other events of the archive show: warnings, verdicts, records. */
const OWN_STEPS = new Set(['note', 'reassess', 'family', 'informed', 'close']);
/** Contacts with the family. */
const CONTACTS = new Set(['family', 'informed']);

const TONES = {
  [VALID_STATUS.pending]: 'yellow',
  [VALID_STATUS.valid]: 'red',
  [VALID_STATUS.invalid]: 'grey',
} as const;

/** Warnings about a student, of the sources that the role may open; those without a verdict are tasks. */
export const warningPart: ArchivePart = {
  kinds: ['warning'],
  async read(ctx, childId) {
    if (!ctx.services.access.decide(ctx.actor, 'crisis/warn', OPEN)) return undefined;
    const [stored] = await ctx.read([warnsOfChild(ctx.actor.orgId, childId)]);
    const sources = new Set<number>();
    for (const source of new Set(stored.map((warn) => warn.source)))
      if (await mayRead(ctx, pageOfSource(source))) sources.add(source);
    const warns = stored.filter(({ source }) => sources.has(source));
    const names = new Map(crisisCategories(ctx).map((one) => [one.extreme_case_id, one.extreme_case]));
    const events = warns.map((warn): ArchiveEvent => {
      const { warn_id, source, category_id, valid_status, crisis_level, reported_at, reporter_name } =
        presentWarningHead(ctx, warn);
      const category = category_id === undefined ? undefined : (names.get(category_id) ?? category_id);
      return {
        event_id: warn_id,
        kind: 'warning',
        at: reported_at,
        title: labelOf('warn_source', source),
        facts: category === undefined ? [] : [{ title: '风险类型', text: category }],
        by: reporter_name,
        record: { resource: 'warn', record_id: warn_id },
        ...(valid_status === VALID_STATUS.valid && crisis_level !== undefined && { crisis_level }),
        ...(valid_status !== VALID_STATUS.valid && {
          state: { tone: TONES[valid_status as 0 | 2], text: labelOf('valid_status', valid_status) },
        }),
      };
    });
    const tasks = warns
      .filter(({ valid_status }) => valid_status === VALID_STATUS.pending)
      .map(({ warn_id, source, reported_at, verdict_due }): ArchiveTask => ({
        kind: 'warning',
        record: { resource: 'warn', record_id: warn_id },
        title: verdict_due === null ? `${labelOf('warn_source', source)}待核实` : '测评预警待访谈核实',
        since: reported_at,
        ...(verdict_due !== null && { due: verdict_due }),
        overdue: verdict_due !== null && Date.parse(verdict_due) <= ctx.now(),
      }));
    return { events, tasks };
  },
};

/** Cases of a student with the steps that are no records, and contacts with the family; without what was written. */
export const casePart: ArchivePart = {
  kinds: ['case', 'guardian'],
  async read(ctx, childId) {
    if (!(await mayRead(ctx, 'crisis/case'))) return undefined;
    const { orgId, roleId } = ctx.actor;
    const group = ctx.services.access.groupOf(roleId) ?? '';
    const [cases, steps] = await ctx.read([casesOf(orgId, childId), stepsOfCases(orgId, childId, group)]);
    return {
      events: [
        ...cases.map(({ case_id, crisis_level, status, opened_at, closed_at }): ArchiveEvent => ({
          event_id: case_id,
          kind: 'case',
          at: opened_at,
          title: '危机个案立案',
          facts: closed_at === null ? [] : [{ title: '结案', text: dayOf(Date.parse(closed_at)) }],
          crisis_level,
          state: { tone: status === CASE_STATUS.open ? 'yellow' : 'grey', text: labelOf('case_status', status) },
          path: `/crisis/case/${case_id}`,
        })),
        ...steps
          .filter(({ kind }) => OWN_STEPS.has(kind))
          .map(({ step_id, case_id, kind, at, informed_at, informed_how, level, author_name }): ArchiveEvent => ({
            event_id: step_id,
            kind: CONTACTS.has(kind) ? 'guardian' : 'case',
            at: informed_at ?? at,
            title: labelOf('case_step_kind', kind),
            facts: informed_how === null ? [] : [{ title: '方式', text: labelOf('informed_how', informed_how) }],
            by: author_name ?? '',
            ...(level !== null && { crisis_level: level }),
            path: `/crisis/case/${case_id}`,
          })),
      ],
    };
  },
};
