import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { parseJson } from '../../../../platform/schema/server/files.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { PACK_FILE_MAX } from '../../contract/packs.ts';
import { at } from '../../rules/scales/lint/finding.ts';
import { lintSize } from '../../rules/scales/lint/lint-size.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { withDeclaration } from './installed.ts';
import { checksumOf, validatePack } from './validate-pack.ts';

/** An uploaded file without findings. */
export interface Upload {
  /** As it was uploaded. */
  file: Pack;
  /** With the school's declaration. */
  pack: Pack;
  checksum: string;
}

interface Declared {
  declared_by: string;
  statement: string;
}

/** Before the declaration is typed, everything else is checked. */
const TO_DECLARE: Declared = { declared_by: '—', statement: '—' };

/** Reads an uploaded pack file, which is not trusted, and checks everything that does not depend on stored rows. */
export function readUpload(
  ctx: OrgContext,
  text: string,
  { declared_by: by, statement }: Declared = TO_DECLARE,
): Upload | { findings: Finding[] } {
  if (Buffer.byteLength(text) > PACK_FILE_MAX)
    return { findings: [at([], '文件太大', `量表文件不超过 ${PACK_FILE_MAX / 1024} KB`)] };
  const parsed = parseJson(text);
  if ('finding' in parsed) return { findings: [parsed.finding] };
  const unsafe = lintSize(parsed.document);
  if (unsafe.length > 0) return { findings: unsafe };
  const verdict = validatePack(parsed.document);
  if ('findings' in verdict) return verdict;
  const file = verdict.pack;
  if (file.kind === 'questionnaire')
    return { findings: [at(['kind'], '这是一份问卷，不是量表', '问卷在“问卷”页面编写')] };
  const pack = withDeclaration(file, { by, on: dayOf(ctx.now()), statement });
  const findings = [...lintChecksum(file), ...ctx.services.packs.lintFor(ctx.actor.orgId, pack, file)];
  return findings.length > 0 ? { findings } : { file, pack, checksum: checksumOf(file) };
}

/** A file that a publisher gives away may have no checksum; one that it has must be right. */
const lintChecksum = (file: Pack): Finding[] =>
  file.checksum === undefined || file.checksum === checksumOf(file)
    ? []
    : [at(['checksum'], '内容与校验和不符，文件可能损坏或被改过', '重新取得文件')];
