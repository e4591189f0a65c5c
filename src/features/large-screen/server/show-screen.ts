import { effectiveFeatures } from '../../../platform/access/feature-expression.ts';
import { serviceState } from '../../../platform/access/service-stage.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { featuresOf, orgById, settingsOf, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { network } from '../../../platform/identity/server/network.ts';
import { tokenHash } from '../../../platform/identity/server/tokens.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { ScreenNumbers, shownScreen } from '../contract.ts';
import { HELD_MS } from '../rules.ts';
import { RESOURCE, stateOf } from './links.ts';
import { linkOfKey, noteUse } from './queries.ts';
import { readInstitution } from './read-institution.ts';
import { readSchool, type ScreenOrg } from './read-screen.ts';

/** Unknown keys of one address within a minute after which none is looked up. */
export const UNKNOWN_MAX = 30;
const UNKNOWN_MS = 60_000;
/** An address that opens a link is logged again after this time. */
const SEEN_MS = 86_400_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A link that opens the screen now, and whose screen it is. */
export interface OpenLink extends ScreenOrg {
  linkId: string;
  name: string;
  expiresAt: string;
  /** Whether this address opens it for the first time today. */
  isNew: boolean;
}

/**
 * The link of a key. Every refusal has the same words; the log of the server says why.
 *
 * @throws AppError PSY_SCREEN_LINK_ENDED; AC_TOO_MANY_REQUESTS for an address that guesses
 */
export async function findLink(ctx: RequestContext, key: string): Promise<OpenLink> {
  const { services, address, requestId } = ctx;
  const { db, state, log } = services;
  const refuse = (why: string): never => {
    log.info({ request_id: requestId, why }, 'link of a large screen refused');
    throw new AppError('PSY_SCREEN_LINK_ENDED');
  };
  const guesses = `large-screen:unknown:${network(address)}`;
  if (Number((await state.get(guesses)) ?? 0) >= UNKNOWN_MAX)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(guesses) });
  const [orgId = '', secret = '', ...rest] = key.split('.');
  const isWhole = ID.test(orgId) && ID.test(secret) && rest.length === 0;
  const [[link], [org], features, [settings]] = isWhole
    ? await db.read({ orgId, userId: null }, [
        linkOfKey(orgId, tokenHash(secret)),
        orgById(orgId),
        featuresOf(orgId),
        settingsOf(orgId),
      ])
    : [[], [], [], []];
  if (!link || !org) {
    await state.count(guesses, UNKNOWN_MS);
    return refuse('unknown');
  }
  const linkState = await stateOf(services, link);
  if (linkState !== 'active') return refuse(linkState);
  const { stage } = serviceState(termsOf(org), ctx.now());
  if (stage !== 'trial' && stage !== 'formal') return refuse(`service ${stage}`);
  return {
    linkId: link.link_id,
    name: link.name,
    expiresAt: link.expires_at,
    isNew: (await state.count(`large-screen:seen:${link.link_id}:${network(address)}`, SEEN_MS)) === 1,
    orgId,
    orgName: org.org_name,
    orgType: org.org_type,
    features: effectiveFeatures(
      features.map(({ feature }) => feature),
      settings?.consulting_offline_open ?? false,
    ),
  };
}

/** Writes which address opened a link to the operation log; called once a day for each. */
export async function logOpening(ctx: RequestContext, tx: Tx, { orgId, linkId, name }: OpenLink): Promise<void> {
  const { services, address, requestId } = ctx;
  const auditor = { services, caller: { userId: 'system' }, actor: { orgId, roleId: null }, address, requestId };
  await tx.run(noteUse(orgId, linkId, ctx.nowIso(), address));
  await audit(tx, auditor, { act: 'read', resource: RESOURCE, rowId: linkId, rowLabel: name });
}

/** The numbers of one moment, kept until the next quarter of an hour for everyone who opens a link of this screen. */
async function heldNumbers({ services }: RequestContext, org: ScreenOrg, slot: number): Promise<ScreenNumbers> {
  const { state, clock } = services;
  const key = `large-screen:${org.orgId}:${slot}`;
  const held = await state.get(key);
  if (held !== undefined) return JSON.parse(held) as ScreenNumbers;
  const read = org.orgType === ORG_TYPE.school ? readSchool(services, org) : readInstitution(services, org, () => true);
  const numbers = await read;
  await state.set(key, JSON.stringify(numbers), (slot + 1) * HELD_MS - clock.now());
  return numbers;
}

/** What a link shows. */
export async function showScreen(ctx: RequestContext, link: OpenLink): Promise<DataOf<typeof shownScreen>> {
  const slot = Math.floor(ctx.now() / HELD_MS);
  return {
    numbers: await heldNumbers(ctx, link, slot),
    expires_at: link.expiresAt,
    next_at: isoTime((slot + 1) * HELD_MS),
  };
}
