import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { RowOf, Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import type { installPack as contract } from '../../contract/packs.ts';
import { at } from '../../rules/scales/lint/finding.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { rulesOf } from '../queries/alert-rules.ts';
import * as store from '../queries/installed-packs.ts';
import { PACK_TOPIC } from './follow.ts';
import { signatureOf } from './publishers.ts';
import { readUpload, type Upload } from './read-upload.ts';

/** Versions that a school installs at most, removed ones included: each is in the memory of every process. */
const VERSIONS_MAX = 200;

interface Stored {
  rows: readonly store.InstalledRow[];
  rules: readonly RowOf<ReturnType<typeof rulesOf>>[];
}

/** What the school's own rows have against an upload: another content of the version, or a rule that would fall silent. */
export function lintStored({ pack, checksum }: Upload, { rows, rules }: Stored): Finding[] {
  const same = rows.find(({ scale_id, version }) => scale_id === pack.id && version === pack.version);
  const questionnaire = rows.some(({ scale_id, kind }) => scale_id === pack.id && kind === 'questionnaire');
  return [
    ...(questionnaire ? [at(['id'], `${pack.id} 是本校的一份问卷`, '换一个编号')] : []),
    ...(same && same.checksum !== checksum
      ? [at(['version'], `本校安装过 ${pack.version} 版，内容不同`, '换一个新的版本号')]
      : []),
    ...(rows.length >= VERSIONS_MAX && !same
      ? [at([], `本校已经安装过 ${rows.length} 个版本，不能再装`, '请联系产品的服务人员')]
      : []),
    ...rules.flatMap(({ title, conditions }) => silenced(pack, title, conditions)),
  ];
}

/** A rule that names a dimension or band that the new version does not have would never warn again. */
const silenced = (pack: Pack, title: string, conditions: Stored['rules'][number]['conditions']): Finding[] =>
  pack.kind === 'questionnaire'
    ? []
    : conditions.flatMap(({ scale_id, dimension_id, band_ids }) => {
        if (scale_id !== pack.id) return [];
        const fix = '先修改这条预警规则，或在文件里保留这些编号';
        if (!pack.dimensions.some(({ id }) => id === dimension_id))
          return [at(['dimensions'], `预警规则“${title}”用到维度 ${dimension_id}，文件里没有`, fix)];
        const lost = band_ids.filter((id) => !Object.hasOwn(pack.bands, id));
        return lost.length === 0
          ? []
          : [at(['bands'], `预警规则“${title}”用到分级 ${lost.join('、')}，文件里没有`, fix)];
      });

const refused = (findings: readonly Finding[]) =>
  new AppError('PSY_INVALID_INPUT', {
    message: '这个文件不能安装',
    details: findings.slice(0, 100).map(({ pointer, reason, fix }) => ({
      field: `/file${pointer}`,
      message: `${reason}。${fix}`,
    })),
  });

/**
 * Installs a pack file for the caller's school, with the declaration of its licence. Plans that are published from now
 * on use it; published ones keep their version.
 *
 * @throws AppError PSY_INVALID_INPUT with all findings; PSY_CONFLICT where the version is installed
 */
export async function installPack(
  ctx: OrgContext,
  tx: Tx,
  body: BodyOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  const { orgId } = ctx.actor;
  const [by, statement] = [body.declared_by.trim(), body.statement.trim()];
  const upload = readUpload(ctx, body.file, { declared_by: by, statement });
  if ('findings' in upload) throw refused(upload.findings);
  await tx.run(store.lockPacks(orgId));
  const [rows, rules] = await tx.batch([store.installedPacks(orgId), rulesOf(orgId)]);
  const findings = lintStored(upload, { rows, rules });
  if (findings.length > 0) throw refused(findings);
  const { file, pack, checksum } = upload;
  const { id, version, title, kind } = pack;
  if (rows.some((row) => row.scale_id === id && row.version === version && row.removed_at === null))
    throw new AppError('PSY_CONFLICT', { message: `${title}的 ${version} 版已经安装了` });
  const signature = signatureOf(file, ctx.services.packs.publishers());
  const signedBy = file.signature?.by ?? null;
  const at = ctx.nowIso();
  await tx.batch([
    store.putPack({
      org_id: orgId,
      scale_id: id,
      version,
      kind,
      document: JSON.stringify(file),
      checksum,
      signature: signature === 'wrong' ? 'unknown' : signature,
      signed_by: signedBy,
      declared_by: by,
      declared_on: dayOf(ctx.now()),
      statement,
      installed_by: ctx.caller.userId,
      installed_at: at,
      removed_at: null,
    }),
    store.markPackTenant(orgId),
  ]);
  await audit(tx, ctx, {
    act: 'install',
    resource: 'scale',
    rowId: id,
    rowLabel: title,
    after: {
      pack_version: version,
      licence_by: by,
      licence_statement: statement,
      pack_checksum: checksum,
      ...(signedBy !== null && { pack_signed_by: signature === 'valid' ? signedBy : `${signedBy}（没有核验）` }),
    },
  });
  announcePacks(ctx, tx);
  return { scale_id: id, version, signature };
}

/** After the commit every process reads the school's packs again, this one before the call returns. */
export function announcePacks({ actor: { orgId }, services: { packs, state } }: OrgContext, tx: Tx): void {
  tx.afterCommit(async () => {
    await packs.refresh(orgId);
    await state.publish(PACK_TOPIC, orgId);
  });
}
