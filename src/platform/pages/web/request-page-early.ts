import type { AxiosInstance } from 'axios';
import type { PageEntry } from '../../feature/web/page.ts';
import { frameRequests } from '../../feature/web/registry.ts';
import { requestEarly } from '../../http/web/early-answers.ts';
import type { Choice, SessionStore } from '../../http/web/session-store.ts';
import { requestPortalDataEarly } from '../../session/web/portal-data.ts';
import { opensAtOnce } from '../../session/web/rights.ts';

/**
 * Sends what the layout and the page request first, while their code is loaded. The requests of a page with an area go
 * at once with a proof of second-step verification, or where the page needed none at the last visit. Otherwise they
 * wait for the rights: the server refuses those of a protected page, which the page sends itself after the
 * verification.
 *
 * @param search The query of the address: a list with filters requests other rows than `requests`
 * @param proved Whether this browser has a valid proof
 * @throws ApiError where the rights are waited for and cannot be loaded: then no page is shown either
 */
export async function requestPageEarly(
  { http, store }: { http: AxiosInstance; store: Pick<SessionStore, 'wasOpened' | 'setOpened'> },
  choice: Choice,
  page: Pick<PageEntry, 'area' | 'requests' | 'requestsOf'>,
  { search = '', proved }: { search?: string; proved: boolean },
): Promise<void> {
  const { area } = page;
  const requests = (search === '' ? page.requests : page.requestsOf?.(new URLSearchParams(search))) ?? [];
  const rights = requestPortalDataEarly(http, choice);
  // A failure here is ignored: the page sends the call again and reports its failure.
  rights.catch(() => undefined);
  const waits = area !== undefined && requests.length > 0 && !proved;
  const isKnown = !waits || store.wasOpened(choice, area);
  if (isKnown) requestEarly(http, requests, choice);
  requestEarly(http, frameRequests(), choice);
  if (!waits) return;
  const isOpen = opensAtOnce(await rights, area);
  store.setOpened(choice, area, isOpen);
  if (isOpen && !isKnown) requestEarly(http, requests, choice);
}
