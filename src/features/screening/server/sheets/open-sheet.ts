import { randomBytes } from 'node:crypto';
import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Sheet } from '../../contract/sheets.ts';
import { deviceIndex, type SheetState } from '../../rules/sheet-state.ts';
import { sheetStatus } from '../../rules/status.ts';
import * as store from '../queries/sheets.ts';
import { presentScale } from './present-scale.ts';
import { packsOf, progressOf } from './sheet-packs.ts';
import { encryptDraftKey, encryptState, readDraftKey, readState } from './stored-state.ts';

/** Where a sheet is opened. */
export interface Opening {
  /** Undefined: the session itself is the device. */
  deviceId?: string | undefined;
  /** A student takes the sheet back from another device. */
  take?: boolean | undefined;
}

const DRAFT_KEY_BYTES = 32;
/** Former holders that a sheet remembers. */
const DEVICES_KEPT = 20;

/**
 * A sheet of the caller, locked until the transaction ends.
 *
 * @throws AppError `notFoundInScope`
 */
export async function lockOwnSheet(ctx: OrgContext, tx: Tx, id: string): Promise<store.StoredSheet> {
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [sheet] = await tx.run(store.lockSheet(ctx.actor.orgId, scope, id));
  if (!sheet) throw notFoundInScope(scope);
  return sheet;
}

/**
 * Opens a sheet on a device, which from now on is the one that writes (`api.md`, screening).
 *
 * @throws AppError `notFoundInScope`, PSY_SHEET_ELSEWHERE where the device gave the lease to another one before
 */
export async function openSheet(ctx: OrgContext, tx: Tx, id: string, opening: Opening): Promise<Sheet> {
  const { orgId } = ctx.actor;
  const sheet = await lockOwnSheet(ctx, tx, id);
  const keys = await ctx.services.keys.within(tx).ring(orgId);
  const state = readState(keys, sheet);
  const status = sheetStatus(sheet, ctx.now());
  const packs = packsOf(ctx.services, orgId, sheet);
  const progress = progressOf(packs, state);
  const draftKey = readDraftKey(keys, sheet) ?? randomBytes(DRAFT_KEY_BYTES).toString('base64url');
  if (status === 'open') takeLease(ctx, tx, { sheet, state, keys, draftKey, progress }, opening);
  const isShown = sheet.withdrawn_at === null && status !== 'planned' && status !== 'waiting_consent';
  return {
    ...head(sheet),
    status,
    ...progress,
    ...(isShown && (status === 'open' || sheet.draft_key !== null) && { draft_key: draftKey }),
    scales: isShown ? packs.flatMap(presentScale) : [],
    answers: isShown ? presentAnswers(state) : [],
  };
}

const head = ({ submitted_at, starts_at, ends_at, ...sheet }: store.StoredSheet) => ({
  child_exam_id: sheet.child_exam_id,
  exam_id: sheet.exam_id,
  exam_name: sheet.exam_name,
  child_id: sheet.child_id,
  starts_at: starts_at ?? '',
  ends_at: ends_at ?? '',
  place: sheet.place,
  ...(submitted_at !== null && { submitted_at }),
});

const presentAnswers = ({ items }: SheetState): Sheet['answers'] =>
  Object.entries(items).map(([key, { value, at }]) => {
    const cut = key.lastIndexOf('/');
    return {
      scale_id: key.slice(0, cut),
      item_id: key.slice(cut + 1),
      value: typeof value === 'object' ? [...value] : value,
      answered_at: at,
    };
  });

interface Opened {
  sheet: store.StoredSheet;
  state: SheetState;
  keys: KeyRing;
  draftKey: string;
  progress: { answered: number; total: number };
}

/** Writes only where something changes: the holder may open its sheet as often as it likes. */
function takeLease(
  { actor: { orgId }, caller: { chainId }, nowIso }: OrgContext,
  tx: Tx,
  { sheet, state, keys, draftKey, progress }: Opened,
  { deviceId, take }: Opening,
): void {
  const { child_exam_id: id, device: holder, former_devices: former } = sheet;
  const device = deviceId ?? chainId;
  if (holder !== device && former.includes(device) && take !== true) throw new AppError('PSY_SHEET_ELSEWHERE');
  const index = deviceIndex(state, device);
  if (holder === device && state.sessions[chainId] === index && sheet.draft_key !== null) return;
  state.sessions[chainId] = index;
  const others = former.filter((each) => each !== device).slice(1 - DEVICES_KEPT);
  const change = store.changeSheet(orgId, id, {
    device,
    former_devices: holder === null || holder === device ? others : [...others, holder],
    answers: encryptState(keys, id, state),
    total: progress.total,
    ...(sheet.started_at === null && { started_at: nowIso() }),
    ...(sheet.draft_key === null && { draft_key: encryptDraftKey(keys, id, draftKey) }),
  });
  // Sent in one message with the commit: a whole school opens its sheets in the same seconds.
  tx.beforeCommit({ statements: () => Promise.resolve([change]) });
}
