import { texts } from '../../../platform/i18n/web/texts.ts';
import type { EventTitle } from '../contract.ts';
import { TEST_EVENT } from '../rules.ts';

const isEnglish = (): boolean => texts.language.startsWith('en');

/** The title of an event in the language of the page; its name where no feature offers it any more. */
export function titleOfEvent(name: string, offered: readonly EventTitle[]): string {
  if (name === TEST_EVENT) return texts.t('webhookDelivery.test');
  const found = offered.find((one) => one.name === name);
  if (!found) return name;
  return isEnglish() ? found.title_en : found.title;
}
