import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** The announcement in the header. */
export const AnnouncementBanner = lazyPage(async () => (await import('./AnnouncementBanner.tsx')).AnnouncementBanner);

export { bannerQuery } from './banner-query.ts';
