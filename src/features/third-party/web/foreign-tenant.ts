import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { texts } from '../../../platform/i18n/web/texts.ts';
import type { ProviderName } from '../../../platform/outside-identity/provider.ts';
import { isRecord } from '../../../platform/state/web/storage.ts';
import { providers } from '../contract.ts';

/** State of a navigation that began with a click on the sign-in page. An address from outside cannot carry it. */
export const CHOSEN = { chosenProvider: true } as const;

export const isChosen = (state: unknown): boolean => isRecord(state) && state['chosenProvider'] === true;

/**
 * The title of the provider to which an address would send the browser, where the address alone names the organisation.
 * Undefined where the organisation is that of the host: then the page goes to the provider without a question.
 *
 * @throws ApiError AC_THIRD_NOT_OPENED where the organisation does not offer it
 */
export async function foreignTitle(provider: ProviderName, tenant: string): Promise<string | undefined> {
  const { items: own } = await call(providers, { query: {} }, { quiet: true });
  if (own.some((offer) => offer.tenant === tenant)) return undefined;
  const { items } = await call(providers, { query: { tenant } }, { quiet: true });
  const offer = items.find(({ plat_source }) => plat_source === provider);
  if (offer) return offer.title;
  const message = texts.t('third.notOpened', { name: texts.t(`third.names.${provider}`) });
  throw new ApiError({ status: 503, code: 'AC_THIRD_NOT_OPENED', message });
}
