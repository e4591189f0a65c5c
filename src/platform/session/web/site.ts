import { call } from '../../http/web/call.ts';
import { texts } from '../../i18n/web/texts.ts';
import { IDENTITY } from '../../identity/identity.ts';
import { createStore, useStore } from '../../state/web/store.ts';
import { indexConfig, siteByHost, type IndexConfig, type SiteData } from '../contract.ts';
import { userState, type CurrentUser } from './current-user.ts';

export type Branding = Pick<SiteData, 'site_name' | 'company_slogan' | 'is_custom' | 'logo' | 'primary_color'>;

/** Shown until the branding of the host is loaded, and if that fails, so that sign-in never waits for it. */
const defaultBranding = (): Branding => ({
  site_name: texts.t('login.defaultSite'),
  company_slogan: texts.t('login.defaultSlogan'),
  is_custom: false,
});

const hostSite = createStore<Branding | undefined>(undefined);
/** Branding and welcome text of the current organisation, independent of the host, and the user's cards there. */
const ownSite = createStore<{ site: Branding; welcome: string; cards: IndexConfig['own_cards'] } | undefined>(
  undefined,
);
let hostRequest: Promise<void> | undefined;
/** Whose site is shown: the organisation of a member of staff, and the role that the cards are for. */
let viewer: { orgId: string; roleId: number | undefined } | undefined;

/** Fetches the branding of this host once, and that of the organisation whenever it or the role changes. */
export function loadSite(): Promise<void> {
  if (hostRequest !== undefined) return hostRequest;
  hostRequest = call(siteByHost, { query: { host: window.location.host } }, { quiet: true }).then(
    (site) => hostSite.set(site),
    () => hostSite.set(defaultBranding()),
  );
  followOrg();
  userState.subscribe(followOrg);
  return hostRequest;
}

const viewerOf = ({ identity, org, role }: CurrentUser): typeof viewer =>
  identity === IDENTITY.staff ? { orgId: org.org_id, roleId: role?.role_id } : undefined;

function followOrg(): void {
  const state = userState.get();
  const before = viewer;
  const now = state.status === 'chosen' ? viewerOf(state.current) : undefined;
  if (now?.orgId === before?.orgId && now?.roleId === before?.roleId) return;
  viewer = now;
  const held = ownSite.get();
  // The branding stays in another role of the same organisation.
  ownSite.set(now?.orgId === before?.orgId && held ? { ...held, cards: undefined } : undefined);
  if (now !== undefined) void loadOwnSite();
}

/** Fetches the branding of the current organisation. If that fails, the current branding stays. */
export async function loadOwnSite(): Promise<void> {
  const wanted = viewer;
  if (wanted === undefined) return;
  const found = await call(indexConfig, { query: {} }, { quiet: true }).catch(() => undefined);
  if (!found || viewer !== wanted) return;
  // An organisation without settings uses the branding of the host.
  const { site, welcome, own_cards: cards } = found;
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
    cards,
  });
}

/** Current branding; the default until it is loaded. */
export function useSite(): Branding {
  const host = useStore(hostSite);
  return useStore(ownSite)?.site ?? host ?? defaultBranding();
}

/** Welcome text of the home page; empty if there is none. */
export const useWelcome = (): string => useStore(ownSite)?.welcome ?? '';

/** The cards of the user's home page in their places, without hidden ones; undefined until they are loaded. */
export const useOwnCards = (): IndexConfig['own_cards'] => useStore(ownSite)?.cards;

/** Whether the branding of the host is loaded; before that, no site name should be shown. */
export const useSiteKnown = (): boolean => useStore(hostSite) !== undefined;
