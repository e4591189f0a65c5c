import type { ArchivePart } from '../../../platform/archive/server/parts.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { consentState } from '../../students/public.ts';
import { childConsents } from './consents.ts';
import { consentOfChildren } from './queries/consents.ts';

/** Consents of the guardians, and whether one is missing. */
export const consentPart: ArchivePart = {
  kinds: ['guardian'],
  async read(ctx, childId) {
    if (!(await mayRead(ctx, 'org-manage/student'))) return undefined;
    const consents = await childConsents(ctx, childId);
    const [[child]] = await ctx.read([consentOfChildren(ctx.actor.orgId, [childId])]);
    const state = child && consentState(child.given, child.born_on, dayOf(ctx.now()));
    return {
      events: consents.flatMap(({ consent_id, guardian_name, relation, how, consented_on, withdrawn_at, ...one }) => [
        {
          event_id: consent_id,
          kind: 'guardian' as const,
          at: consented_on,
          title: '监护人同意',
          facts: [
            { title: labelOf('guardian_relation', relation), text: guardian_name },
            { title: '方式', text: labelOf('consent_how', how) },
          ],
          by: one.recorded_by_name,
        },
        ...(withdrawn_at === undefined
          ? []
          : [
              {
                event_id: `${consent_id}-withdrawn`,
                kind: 'guardian' as const,
                at: withdrawn_at,
                title: '监护人撤回同意',
                facts: [{ title: labelOf('guardian_relation', relation), text: guardian_name }],
              },
            ]),
      ]),
      tasks: state === 'missing' ? [{ kind: 'guardian', title: '尚无监护人同意', overdue: false }] : [],
    };
  },
};
