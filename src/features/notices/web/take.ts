import { call } from '../../../platform/http/web/call.ts';
import { acknowledgeWarning } from '../../crisis/contract/crisis.ts';
import { acknowledgeDrill } from '../../crisis/contract/escalation.ts';
import type { Notice } from '../contract.ts';

/** Of notices that ask somebody to take something on. */
const ASKING = ['warning', 'escalated', 'unanswered', 'drill'];

/** What says that one has taken on what a notice is about; undefined where it asks for nothing. */
export function takeCall({ kind, subject_type, subject_id: id }: Notice): (() => Promise<unknown>) | undefined {
  if (!ASKING.includes(kind)) return undefined;
  return () =>
    call(subject_type === 'drill' ? acknowledgeDrill : acknowledgeWarning, { params: { id } }, { quiet: true });
}
