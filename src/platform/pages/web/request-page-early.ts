import type { AxiosInstance } from 'axios';
import type { PageEntry } from '../../feature/web/page.ts';
import { frameRequests } from '../../feature/web/registry.ts';
import { requestEarly } from '../../http/web/early-answers.ts';
import type { Choice } from '../../http/web/session-store.ts';
import { requestPortalDataEarly } from '../../session/web/portal-data.ts';
import { opensAtOnce } from '../../session/web/rights.ts';

/**
 * Sends what the layout and the page request first, while their code is loaded. Without a proof of second-step
 * verification the requests of a page with an area wait for the rights: the server refuses those of a protected page,
 * which the page sends itself after the verification.
 *
 * @param proved Whether this browser has a valid proof
 * @throws ApiError where the rights are waited for and cannot be loaded: then no page is shown either
 */
export async function requestPageEarly(
  http: AxiosInstance,
  choice: Choice,
  { area, requests = [] }: Pick<PageEntry, 'area' | 'requests'>,
  proved: boolean,
): Promise<void> {
  const rights = requestPortalDataEarly(http, choice);
  // A failure here is ignored: the page sends the call again and reports its failure.
  rights.catch(() => undefined);
  requestEarly(http, frameRequests(), choice);
  if (area !== undefined && requests.length > 0 && !proved && !opensAtOnce(await rights, area)) return;
  requestEarly(http, requests, choice);
}
