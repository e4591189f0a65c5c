import type { SiteData } from '../contract/org.ts';

/** Name of a site that nobody branded (`spec §1`). */
export const DEFAULT_SITE_NAME = '心理健康教育智慧平台';

/** The name of a host as sites are kept: lower case, without port and closing dot. */
export const hostName = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** What is shown under a host that is no organisation's. */
export const defaultSite = (host: string): SiteData => ({ is_custom: false, site_name: DEFAULT_SITE_NAME, company_slogan: '', host: hostName(host) });
