import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { requireEachOnce } from '../../../platform/home/server/arrangement.ts';
import type { IndexChange, SiteChange } from '../contract.ts';
import { logoProblem } from '../rules/logo.ts';
import { DEFAULT_SITE_NAME } from '../rules/site.ts';
import { ownHost } from './own-host.ts';
import { indexConfigOf, putSite, siteOf, storeIndexConfig, type IndexValues, type SiteRow } from './queries.ts';

const RESOURCE = 'site';
const LABEL = '站点设置';

/**
 * Validates the host of a text; empty for none. Shared hosts are refused, because their sign-in page would show the
 * branding of one organisation.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
function hostOf({ services: { sharedHosts } }: OrgContext, text: string): string | null {
  if (text.trim() === '') return null;
  if (!sharedHosts) throw invalid('/host', '访问域名由平台运维设置');
  const { host, problem } = ownHost(text, sharedHosts);
  if (problem !== undefined) throw invalid('/host', problem);
  return host;
}

/** Audit facts of a site; of a logo only whether it exists. */
const facts = ({ site_name, company_slogan, is_custom, host, logo, primary_color }: SiteRow) => ({
  site_name,
  company_slogan,
  is_custom: is_custom ? '是' : '否',
  host: host ?? '',
  logo: logo === null ? '无' : `${Math.round((logo.length * 0.75) / 1024)} KB`,
  primary_color: primary_color ?? '',
});

function changed(before: Record<string, string>, after: Record<string, string>) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (of: Record<string, string>) => Object.fromEntries(names.map((name) => [name, of[name] ?? '']));
  return { any: names.length > 0, before: pick(before), after: pick(after) };
}

/** @throws AppError PSY_CONFLICT when the error is that another organisation has the host; the error otherwise */
function rethrowTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'sites_host_key')) throw error;
  const message = '这个域名已被其他单位使用';
  throw new AppError('PSY_CONFLICT', { message, details: [{ field: '/host', message }], cause: error });
}

/**
 * Changes the named fields of the own site, effective with the next page. Changes are serialised.
 *
 * @throws AppError AC_FORBIDDEN for another organisation; PSY_INVALID_INPUT; PSY_CONFLICT when another organisation has
 *   the host
 */
export async function changeSite(ctx: OrgContext, tx: Tx, orgId: string, change: SiteChange): Promise<void> {
  const { actor } = ctx;
  if (orgId !== actor.orgId) throw new AppError('AC_FORBIDDEN');
  const problem = change.logo ? logoProblem(change.logo) : undefined;
  if (problem !== undefined) throw invalid('/logo', problem);
  const host = change.host === undefined ? undefined : hostOf(ctx, change.host);
  await tx.run(lockOrg(orgId));
  const before: SiteRow = (await tx.run(siteOf(orgId)))[0] ?? {
    site_name: DEFAULT_SITE_NAME,
    company_slogan: '',
    is_custom: false,
    host: null,
    logo: null,
    primary_color: null,
  };
  const after: SiteRow = {
    site_name: change.site_name === undefined ? before.site_name : change.site_name.trim() || DEFAULT_SITE_NAME,
    company_slogan: change.company_slogan === undefined ? before.company_slogan : change.company_slogan.trim(),
    is_custom: change.is_custom ?? before.is_custom,
    host: host === undefined ? before.host : host,
    logo: change.logo === undefined ? before.logo : change.logo || null,
    primary_color:
      change.primary_color === undefined ? before.primary_color : change.primary_color.toLowerCase() || null,
  };
  const difference = changed(facts(before), facts(after));
  if (!difference.any && before.logo === after.logo) return;
  await tx.run(putSite(orgId, after)).catch(rethrowTaken);
  await audit(tx, ctx, {
    act: 'update',
    resource: RESOURCE,
    rowId: orgId,
    rowLabel: LABEL,
    before: difference.before,
    after: difference.after,
  });
}

/** Audit facts of an arrangement. */
const cardsText = (cards: IndexValues['cards']): string =>
  cards === null ? '默认' : cards.map(({ key, size, hidden }) => (hidden ? `(${key})` : `${key} ${size}`)).join('，');

/**
 * Sets the text and the cards of the own home page.
 *
 * @param isNew creates it instead of changing it
 * @throws AppError PSY_CONFLICT when it exists already; PSY_NOT_FOUND when it does not exist yet; PSY_INVALID_INPUT for
 *   a card that is named twice
 */
export async function setIndexConfig(ctx: OrgContext, tx: Tx, change: IndexChange, isNew: boolean): Promise<void> {
  const {
    actor: { orgId },
  } = ctx;
  requireEachOnce(change.cards ?? []);
  await tx.run(lockOrg(orgId));
  const [before] = await tx.run(indexConfigOf(orgId));
  if (isNew && before) throw new AppError('PSY_CONFLICT', { message: '已经设置过首页，请修改' });
  if (!isNew && !before) throw new AppError('PSY_NOT_FOUND');
  const values = {
    welcome: change.welcome?.trim() ?? before?.welcome ?? '',
    cards: change.cards === undefined ? (before?.cards ?? null) : change.cards,
  };
  const difference = changed(before ? { welcome: before.welcome, home_cards: cardsText(before.cards) } : {}, {
    welcome: values.welcome,
    home_cards: cardsText(values.cards),
  });
  if (before && !difference.any) return;
  await tx.run(storeIndexConfig(orgId, values, ctx.nowIso()));
  await audit(tx, ctx, {
    act: before ? 'update' : 'create',
    resource: RESOURCE,
    rowId: orgId,
    rowLabel: LABEL,
    ...(before && { before: difference.before }),
    after: difference.after,
  });
}
