import { sameValue } from '../../../platform/schema/json.ts';
import type { ExamStatus } from './exam-status.ts';
import { addedTo, isEmptyScope, type ExamScope } from './scope.ts';

/** How much of a result is shown, from little to much. */
const VISIBILITY = ['none', 'words', 'bands'];
const VIEWERS = ['student', 'guardian', 'class_teacher'];

/** Fields that every published plan keeps: sheets and consents rely on them. */
const FIXED = ['scale_ids', 'norm_sets', 'place', 'consent_required', 'retakes', 'reasons'] as const;
/** Fields that are fixed once students may have started. */
const FIXED_WHILE_RUNNING = ['exam_name', 'starts_at', 'consent_text', 'scope'] as const;

/** The plan as fields of the wire. */
export type ExamFields = Readonly<Record<string, unknown>>;

interface Refusal {
  field: string;
  message: string;
}

const isSame = (field: string, before: ExamFields, after: ExamFields): boolean => {
  const [was, is] = [before[field], after[field]];
  if (field.endsWith('_at') && typeof was === 'string' && typeof is === 'string')
    return Date.parse(was) === Date.parse(is);
  return sameValue(was ?? null, is ?? null);
};

const levelOf = (visibility: unknown, viewer: string): number =>
  Math.max(0, VISIBILITY.indexOf((visibility as Record<string, string> | undefined)?.[viewer] ?? 'none'));

/**
 * What may not change in a published plan. Before the start: packs and rules of the sheets stay, the scope only grows.
 * While it runs: only the end moves, and only to a later time; fewer people may see results, not more.
 */
export function refusedChanges(status: ExamStatus, before: ExamFields, after: ExamFields): Refusal[] {
  const running = status === 'running';
  const fixed = [...FIXED, ...(running ? FIXED_WHILE_RUNNING : [])].filter((field) => !isSame(field, before, after));
  const refused: Refusal[] = fixed.map((field) => ({
    field: `/${field}`,
    message: running ? '测评进行中，这一项不能再修改' : '测评已经发布，这一项不能再修改',
  }));
  if (!running) {
    const removed = addedTo((after['scope'] ?? {}) as ExamScope, (before['scope'] ?? {}) as ExamScope);
    if (!isEmptyScope(removed)) refused.push({ field: '/scope', message: '测评已经发布，范围只能增加' });
    return refused;
  }
  if (Date.parse(String(after['ends_at'])) < Date.parse(String(before['ends_at'])))
    refused.push({ field: '/ends_at', message: '测评进行中，结束时间只能推后；要提前结束，请用“结束”' });
  for (const viewer of VIEWERS)
    if (levelOf(after['visibility'], viewer) > levelOf(before['visibility'], viewer))
      refused.push({ field: `/visibility/${viewer}`, message: '测评进行中，结果只能改为给更少的人看' });
  return refused;
}
