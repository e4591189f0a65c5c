import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { checkPack as contract } from '../../contract/packs.ts';
import { rulesOf } from '../queries/alert-rules.ts';
import { installedPacks } from '../queries/installed-packs.ts';
import { presentPack } from '../scales/present-pack.ts';
import { presentScale } from '../sheets/present-scale.ts';
import { lintStored } from './install-pack.ts';
import { signatureOf } from './publishers.ts';
import { readUpload } from './read-upload.ts';

/** Findings that an answer lists. */
const LISTED = 100;

/** What is wrong with an uploaded file, or what it would look like; installs nothing. */
export async function checkPack(ctx: OrgContext, text: string): Promise<DataOf<typeof contract>> {
  const { actor, services } = ctx;
  const upload = readUpload(ctx, text);
  const listed = (all: DataOf<typeof contract>['findings']) => ({
    findings: all.slice(0, LISTED),
    ...(all.length > LISTED && { more: all.length - LISTED }),
  });
  if ('findings' in upload) return listed(upload.findings);
  const [rows, rules] = await ctx.read([installedPacks(actor.orgId), rulesOf(actor.orgId)]);
  const findings = lintStored(upload, { rows, rules });
  if (findings.length > 0) return listed(findings);
  const { file, pack, checksum } = upload;
  const now = services.packs.allPacks(actor.orgId).find(({ id }) => id === pack.id);
  const { product } = services.packs.underlying(actor.orgId, pack.id);
  const [sheet] = presentScale(pack);
  return {
    findings: [],
    pack: {
      detail: presentPack(file),
      ...(sheet && { sheet }),
      checksum,
      signature: signatureOf(file, services.packs.publishers()),
      ...(file.signature && { signed_by: file.signature.by }),
      ...(now && {
        replaces: { version: now.version, wording: now.licence?.wording ?? 'none', own: now !== product },
      }),
    },
  };
}
