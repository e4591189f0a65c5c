import dayjs from 'dayjs';
import { texts } from '../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { WarnDetail } from '../contract/crisis.ts';

export const moment = (instant: string): string => dayjs(instant).format('M月D日 HH:mm');

/** Who decided on a warning, when and what; undefined while nobody has. */
export function verdictText({
  verified_by_name: name,
  verified_at,
  valid_status,
  crisis_level,
}: WarnDetail): string | undefined {
  if (verified_at === undefined) return undefined;
  const told = { name: name ?? '', at: moment(verified_at), verdict: labelOf('valid_status', valid_status) };
  return crisis_level === undefined
    ? texts.t('verdict.verified', told)
    : texts.t('verdict.verifiedLevel', { ...told, level: labelOf('crisis_level', crisis_level) });
}
