import type { SiteData } from '../../../platform/session/contract.ts';

/** Name of a site without branding (`spec §1`). */
export const DEFAULT_SITE_NAME = '心理健康教育智慧平台';

/** Normalised host name: lower case, without port and final dot. */
export const hostName = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** A stored site as wire value. */
export const siteData = ({
  host,
  logo,
  primary_color,
  is_custom,
  site_name,
  company_slogan,
}: {
  host: string | null;
  logo: string | null;
  primary_color: string | null;
  is_custom: boolean;
  site_name: string;
  company_slogan: string;
}): SiteData => ({
  is_custom,
  site_name,
  company_slogan,
  host: host ?? '',
  ...(logo !== null && { logo }),
  ...(primary_color !== null && { primary_color }),
});

/** Site of a host that no organisation has claimed. */
export const defaultSite = (host: string): SiteData => ({
  is_custom: false,
  site_name: DEFAULT_SITE_NAME,
  company_slogan: '',
  host: hostName(host),
});
