import { siteByHost, type SiteData } from '../../shared/contract/org.ts';
import { call } from '../http/call.ts';
import { texts } from '../texts/texts.ts';
import { createStore, useStore } from './store.ts';

export type Branding = Pick<SiteData, 'site_name' | 'company_slogan' | 'is_custom' | 'logo'>;

/** Shown until the host's own branding is there, and where it can't be had: a sign-in must not wait for a logo. */
const plain = (): Branding => ({ site_name: texts.t('login.defaultSite'), company_slogan: texts.t('login.defaultSlogan'), is_custom: false });

const store = createStore<Branding | undefined>(undefined);
let asked: Promise<void> | undefined;

/** Asks once for the branding of the host that this page was opened at. */
export function loadSite(): Promise<void> {
  asked ??= call(siteByHost, { query: { host: window.location.host } }, { quiet: true }).then(
    (site) => store.set(site),
    () => store.set(plain()),
  );
  return asked;
}

/** The site's branding; a plain one until it is known. */
export const useSite = (): Branding => useStore(store) ?? plain();

/** Whether the branding is known, so that a name is not shown that is replaced at once. */
export const useSiteKnown = (): boolean => useStore(store) !== undefined;
