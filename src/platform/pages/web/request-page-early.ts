import type { AxiosInstance } from 'axios';
import type { Abilities } from '../../access/contract.ts';
import { isProtected } from '../../access/secondary.ts';
import type { PageEntry } from '../../feature/web/page.ts';
import { frameRequests } from '../../feature/web/registry.ts';
import { requestEarly, requestOneEarly } from '../../http/web/early-answers.ts';
import type { Choice } from '../../http/web/session-store.ts';
import { portalDataTargets } from '../../session/web/portal-data.ts';
import { rightsFrom } from '../../session/web/rights.ts';

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
  const { rights, others } = portalDataTargets(choice);
  const abilities = requestOneEarly<Abilities>(http, rights, choice);
  requestEarly(http, [...others, ...frameRequests()], choice);
  if (area !== undefined && requests.length > 0 && !proved) {
    const { can, protected: areas } = rightsFrom(await abilities);
    if (!can(area, 'open') || isProtected(areas, area)) return;
  }
  requestEarly(http, requests, choice);
}
