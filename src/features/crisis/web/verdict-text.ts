import { texts } from '../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { WarnDetail } from '../contract/warnings.ts';

/** Who verified a warning, when and with which verdict; undefined while it is pending. */
export function verdictText({
  verified_by_name: name,
  verified_at,
  valid_status,
  crisis_level,
}: WarnDetail): string | undefined {
  if (verified_at === undefined) return undefined;
  const values = { name: name ?? '', at: dateText(verified_at), verdict: labelOf('valid_status', valid_status) };
  return crisis_level === undefined
    ? texts.t('verdict.verified', values)
    : texts.t('verdict.verifiedLevel', { ...values, level: labelOf('crisis_level', crisis_level) });
}
