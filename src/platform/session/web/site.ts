import { call } from '../../http/web/call.ts';
import { texts } from '../../i18n/web/texts.ts';
import { IDENTITY } from '../../identity/identity.ts';
import { createStore, useStore } from '../../state/web/store.ts';
import { indexConfig, siteByHost, type SiteData } from '../contract.ts';
import { userState } from './current-user.ts';

export type Branding = Pick<SiteData, 'site_name' | 'company_slogan' | 'is_custom' | 'logo' | 'primary_color'>;

/** Shown until the host's own branding is there, and where it can't be had: a sign-in must not wait for a logo. */
const plain = (): Branding => ({
  site_name: texts.t('login.defaultSite'),
  company_slogan: texts.t('login.defaultSlogan'),
  is_custom: false,
});

const store = createStore<Branding | undefined>(undefined);
/** What the organisation that somebody works in shows of itself, whatever host they came by. */
const own = createStore<{ site: Branding; welcome: string } | undefined>(undefined);
let asked: Promise<void> | undefined;
let whose: string | undefined;

/**
 * Asks once for the branding of the host that this page was opened at, and for that of each organisation in which
 * somebody works.
 */
export function loadSite(): Promise<void> {
  asked ??= call(siteByHost, { query: { host: window.location.host } }, { quiet: true }).then(
    (site) => store.set(site),
    () => store.set(plain()),
  );
  follow();
  userState.subscribe(follow);
  return asked;
}

function follow(): void {
  const state = userState.get();
  const orgId =
    state.status === 'chosen' && state.current.identity === IDENTITY.staff ? state.current.org.org_id : undefined;
  if (orgId === whose) return;
  whose = orgId;
  own.set(undefined);
  if (orgId !== undefined) void loadOwnSite();
}

/** Asks anew what the own organisation shows; without an answer what is shown stays. */
export async function loadOwnSite(): Promise<void> {
  const orgId = whose;
  if (orgId === undefined) return;
  const found = await call(indexConfig, { query: { org_id: orgId } }, { quiet: true }).catch(() => undefined);
  if (!found || whose !== orgId) return;
  // Whoever has set nothing of their own keeps the look of the host.
  const { site, welcome } = found;
  const isSet =
    site.is_custom ||
    site.logo !== undefined ||
    site.primary_color !== undefined ||
    site.host !== '' ||
    site.company_slogan !== '';
  const { site_name, company_slogan, is_custom, logo, primary_color } = site;
  own.set({
    site: isSet ? { site_name, company_slogan, is_custom, logo, primary_color } : (store.get() ?? plain()),
    welcome,
  });
}

/** The site's branding; a plain one until it is known. */
export function useSite(): Branding {
  const host = useStore(store);
  return useStore(own)?.site ?? host ?? plain();
}

/** What the organisation says on its home page; empty where it says nothing. */
export const useWelcome = (): string => useStore(own)?.welcome ?? '';

/** Whether the branding is known, so that a name is not shown that is replaced at once. */
export const useSiteKnown = (): boolean => useStore(store) !== undefined;
