import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import type { CurrentUser } from '../../../platform/session/web/current-user.ts';
import { announcementBanner } from '../contract/reading.ts';
import { READING_KEY } from './keys.ts';

/** The announcement that the header shows to this person. */
export const bannerQuery = ({ identity, org, role }: CurrentUser) =>
  queryOptions({
    queryKey: [...READING_KEY, 'banner', identity, org.org_id, role?.role_id],
    queryFn: ({ signal }) => call(announcementBanner, {}, { signal, quiet: true }),
    retry: false,
    // The layout has just asked; a new announcement makes the answer stale.
    staleTime: 30_000,
  });
