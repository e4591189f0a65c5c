import { call } from '../../http/web/call.ts';
import { texts } from '../../i18n/web/texts.ts';
import { IDENTITY } from '../../identity/identity.ts';
import { createStore, useStore } from '../../state/web/store.ts';
import { indexConfig, siteByHost, type SiteData } from '../contract.ts';
import { userState } from './current-user.ts';

export type Branding = Pick<SiteData, 'site_name' | 'company_slogan' | 'is_custom' | 'logo' | 'primary_color'>;

/** Shown until the branding of the host is loaded, and if that fails, so that sign-in never waits for it. */
const defaultBranding = (): Branding => ({
  site_name: texts.t('login.defaultSite'),
  company_slogan: texts.t('login.defaultSlogan'),
  is_custom: false,
});

const hostSite = createStore<Branding | undefined>(undefined);
/** Branding and welcome text of the current organisation, independent of the host. */
const ownSite = createStore<{ site: Branding; welcome: string } | undefined>(undefined);
let hostRequest: Promise<void> | undefined;
let currentOrgId: string | undefined;

/** Fetches the branding of this host once, and that of the organisation whenever it changes. */
export function loadSite(): Promise<void> {
  hostRequest ??= call(siteByHost, { query: { host: window.location.host } }, { quiet: true }).then(
    (site) => hostSite.set(site),
    () => hostSite.set(defaultBranding()),
  );
  followOrg();
  userState.subscribe(followOrg);
  return hostRequest;
}

function followOrg(): void {
  const state = userState.get();
  const orgId =
    state.status === 'chosen' && state.current.identity === IDENTITY.staff ? state.current.org.org_id : undefined;
  if (orgId === currentOrgId) return;
  currentOrgId = orgId;
  ownSite.set(undefined);
  if (orgId !== undefined) void loadOwnSite();
}

/** Fetches the branding of the current organisation. If that fails, the current branding stays. */
export async function loadOwnSite(): Promise<void> {
  const orgId = currentOrgId;
  if (orgId === undefined) return;
  const found = await call(indexConfig, { query: { org_id: orgId } }, { quiet: true }).catch(() => undefined);
  if (!found || currentOrgId !== orgId) return;
  // An organisation without settings uses the branding of the host.
  const { site, welcome } = found;
  const isSet =
    site.is_custom ||
    site.logo !== undefined ||
    site.primary_color !== undefined ||
    site.host !== '' ||
    site.company_slogan !== '';
  const { site_name, company_slogan, is_custom, logo, primary_color } = site;
  ownSite.set({
    site: isSet ? { site_name, company_slogan, is_custom, logo, primary_color } : (hostSite.get() ?? defaultBranding()),
    welcome,
  });
}

/** Current branding; the default until it is loaded. */
export function useSite(): Branding {
  const host = useStore(hostSite);
  return useStore(ownSite)?.site ?? host ?? defaultBranding();
}

/** Welcome text of the home page; empty if there is none. */
export const useWelcome = (): string => useStore(ownSite)?.welcome ?? '';

/** Whether the branding of the host is loaded; before that, no site name should be shown. */
export const useSiteKnown = (): boolean => useStore(hostSite) !== undefined;
