import { OPEN } from '../../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';

/** What a caller sees of a result. */
export type ResultView = 'scores' | 'bands' | 'words' | 'none';

/** The readers to whom a plan opens results: the student, the guardians, the class teacher. */
export type Audience = 'student' | 'guardian' | 'teacher';

type Holder = Pick<OrgContext, 'services' | 'actor'>;

export function audienceOf({ services: { access }, actor }: Holder): Audience {
  if (access.decide(actor, 'screening/answer', OPEN)) return 'student';
  return access.decide(actor, 'screening/own', OPEN) ? 'guardian' : 'teacher';
}

const PLANNED = { student: 'student', guardian: 'guardian', teacher: 'class_teacher' } as const;

/** Whether the role has a flag for risks that is off (`policies/flags.csv`). Roles without such a flag see them. */
const hidesRisks = ({ actor }: Holder): boolean => actor.security.flags['student_risk_view'] === false;

/**
 * Roles that may open the plans see scores; for everyone else the plan says what is shown, by default nothing. A band
 * is a risk level: a role whose flag for risks is off reads words in its place.
 */
export function viewOf(ctx: Holder, visibility: Readonly<Record<string, string>>): ResultView {
  if (ctx.services.access.decide(ctx.actor, 'exam', OPEN)) return 'scores';
  const planned = visibility[PLANNED[audienceOf(ctx)]];
  if (planned === 'bands') return hidesRisks(ctx) ? 'words' : 'bands';
  return planned === 'words' ? 'words' : 'none';
}
