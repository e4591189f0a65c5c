import { randomBytes } from 'node:crypto';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import type * as contract from '../../contract/questionnaires.ts';
import { draftOfPack, emptyDraft, packOfDraft } from '../../rules/questionnaires/draft-pack.ts';
import type { Draft } from '../../rules/questionnaires/draft-schema.ts';
import { lintDraft } from '../../rules/questionnaires/lint-draft.ts';
import { lintSize } from '../../rules/scales/lint/lint-size.ts';
import { announcePacks } from '../packs/install-pack.ts';
import { checksumOf, validatePack } from '../packs/validate-pack.ts';
import { lockPacks, markPackTenant, putPack } from '../queries/installed-packs.ts';
import * as store from '../queries/questionnaires.ts';

/** Questionnaires of a school. */
const QUESTIONNAIRES_MAX = 200;
const FINDINGS_MAX = 100;

export const versionOf = (published: number): string => `${published}.0.0`;

/** The state of a questionnaire on the wire. */
export const stateOf = ({ draft, published }: Pick<store.QuestionnaireRow, 'draft' | 'published'>) =>
  published === 0 ? 'draft' : draft === null ? 'published' : 'changed';

/** The draft, or the published content where nothing is changed. */
export function contentOf(ctx: OrgContext, { scale_id, draft, published }: store.QuestionnaireRow): Draft {
  if (draft !== null) return JSON.parse(draft) as Draft;
  const pack = ctx.services.packs.packOf(ctx.actor.orgId, scale_id, versionOf(published));
  if (pack.kind !== 'questionnaire') throw new AppError('PSY_NOT_FOUND');
  return draftOfPack(pack);
}

/** What keeps a draft from being published. */
export function findingsOf(scaleId: string, draft: Draft): Finding[] {
  const unsafe = lintSize(draft);
  if (unsafe.length > 0) return unsafe;
  const findings = lintDraft(draft);
  if (findings.length > 0) return findings.slice(0, FINDINGS_MAX);
  const verdict = validatePack(packOfDraft(scaleId, '1.0.0', draft));
  return 'findings' in verdict ? verdict.findings.slice(0, FINDINGS_MAX) : [];
}

async function lock(tx: Tx, { actor: { orgId } }: OrgContext, scaleId: string): Promise<store.QuestionnaireRow> {
  const [row] = await tx.run(store.lockQuestionnaire(orgId, scaleId));
  if (!row) throw new AppError('PSY_NOT_FOUND');
  return row;
}

function requireRevision({ revision }: store.QuestionnaireRow, seen: number): void {
  if (revision !== seen) throw new AppError('PSY_CONFLICT', { message: '这份问卷刚刚在别处修改过，请重新载入再改' });
}

const entry = (act: string, { scale_id, title }: { scale_id: string; title: string }, more: object = {}) => ({
  act,
  resource: 'questionnaire',
  rowId: scale_id,
  rowLabel: title,
  ...more,
});

/** @throws AppError PSY_NOT_FOUND where there is nothing to copy; PSY_CONFLICT where there are too many */
export async function createQuestionnaire(
  ctx: OrgContext,
  tx: Tx,
  { title, copy_of: from }: BodyOf<typeof contract.createQuestionnaire>,
): Promise<{ scale_id: string }> {
  const { orgId } = ctx.actor;
  await tx.run(lockPacks(orgId));
  const rows = await tx.run(store.questionnairesOf(orgId));
  if (rows.length >= QUESTIONNAIRES_MAX)
    throw new AppError('PSY_CONFLICT', { message: `最多 ${QUESTIONNAIRES_MAX} 份问卷，请先删除不用的` });
  const source = rows.find(({ scale_id }) => scale_id === from);
  if (from !== undefined && !source) throw new AppError('PSY_NOT_FOUND');
  const draft = { ...(source ? contentOf(ctx, source) : emptyDraft(title)), title: title.trim() };
  const scale_id = `q-${randomBytes(8).toString('hex')}`;
  const made = { org_id: orgId, scale_id, title: draft.title, draft: JSON.stringify(draft) };
  await tx.run(store.insertQuestionnaire({ ...made, by: ctx.caller.userId, at: ctx.nowIso() }));
  await audit(tx, ctx, entry('create', made));
  return { scale_id };
}

/**
 * Stores the draft as it is, also where it is not complete. Nothing of it is shown to students.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where someone else changed it; PSY_INVALID_INPUT
 */
export async function saveQuestionnaire(
  ctx: OrgContext,
  tx: Tx,
  scaleId: string,
  { revision, draft }: BodyOf<typeof contract.saveQuestionnaire>,
): Promise<DataOf<typeof contract.saveQuestionnaire>> {
  const row = await lock(tx, ctx, scaleId);
  requireRevision(row, revision);
  const [unsafe] = lintSize(draft);
  if (unsafe)
    throw new AppError('PSY_INVALID_INPUT', {
      details: [{ field: `/draft${unsafe.pointer}`, message: `${unsafe.reason}。${unsafe.fix}` }],
    });
  const next = revision + 1;
  await tx.run(
    store.changeQuestionnaire(ctx.actor.orgId, scaleId, {
      title: draft.title.trim() === '' ? row.title : draft.title.trim(),
      draft: JSON.stringify(draft),
      revision: next,
      updated_by: ctx.caller.userId,
      updated_at: ctx.nowIso(),
    }),
  );
  return { revision: next, findings: findingsOf(scaleId, draft) };
}

/**
 * Makes the draft a version that plans can use. Published plans keep theirs.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where it changed or nothing is to be published; PSY_INVALID_INPUT with
 *   all findings
 */
export async function publishQuestionnaire(
  ctx: OrgContext,
  tx: Tx,
  scaleId: string,
  revision: number,
): Promise<{ version: string }> {
  const { orgId } = ctx.actor;
  await tx.run(lockPacks(orgId));
  const row = await lock(tx, ctx, scaleId);
  requireRevision(row, revision);
  if (row.draft === null) throw new AppError('PSY_CONFLICT', { message: '没有新的改动，不用再发布' });
  const draft = contentOf(ctx, row);
  const findings = findingsOf(scaleId, draft);
  if (findings.length > 0)
    throw new AppError('PSY_INVALID_INPUT', {
      message: '问卷还不完整，不能发布',
      details: findings.map(({ pointer, reason, fix }) => ({
        field: `/draft${pointer}`,
        message: `${reason}。${fix}`,
      })),
    });
  const published = row.published + 1;
  const pack = packOfDraft(scaleId, versionOf(published), draft);
  const [by, at] = [ctx.caller.userId, ctx.nowIso()];
  await tx.batch([
    store.changeQuestionnaire(orgId, scaleId, {
      title: pack.title,
      draft: null,
      revision: revision + 1,
      published,
      updated_by: by,
      updated_at: at,
    }),
    putPack({
      org_id: orgId,
      scale_id: scaleId,
      version: pack.version,
      kind: 'questionnaire',
      document: JSON.stringify(pack),
      checksum: checksumOf(pack),
      signature: 'unsigned',
      signed_by: null,
      declared_by: null,
      declared_on: null,
      statement: null,
      installed_by: by,
      installed_at: at,
      removed_at: null,
    }),
    markPackTenant(orgId),
  ]);
  await audit(
    tx,
    ctx,
    entry('publish', { scale_id: scaleId, title: pack.title }, { after: { pack_version: pack.version } }),
  );
  announcePacks(ctx, tx);
  return { version: pack.version };
}

/** @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where a plan names it */
export async function removeQuestionnaire(ctx: OrgContext, tx: Tx, scaleId: string): Promise<void> {
  const { orgId } = ctx.actor;
  await tx.run(lockPacks(orgId));
  const row = await lock(tx, ctx, scaleId);
  const [plan] = await tx.run(store.plansNaming(orgId, scaleId));
  if (plan) throw new AppError('PSY_CONFLICT', { message: `测评“${plan.exam_name}”用到这份问卷，不能删除` });
  await tx.batch([store.deleteQuestionnaire(orgId, scaleId), store.removeVersions(orgId, scaleId, ctx.nowIso())]);
  await audit(tx, ctx, entry('delete', row));
  announcePacks(ctx, tx);
}
