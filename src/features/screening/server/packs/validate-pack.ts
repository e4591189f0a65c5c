import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Check } from 'typebox/schema';
import { describeVocabulary } from '../../../../platform/schema/describe-vocabulary.ts';
import { own } from '../../../../platform/schema/json.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { checksummedText } from '../../rules/scales/canonical.ts';
import { lintPack } from '../../rules/scales/lint/lint-pack.ts';
import { ScalePack, TotalsPack } from '../../rules/scales/pack-schema.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { Questionnaire } from '../../rules/scales/questionnaire-schema.ts';
import type { PackFile } from './pack-files.ts';
import { lintSignature, type Publishers } from './publishers.ts';

const SCHEMAS = { scale: ScalePack, totals: TotalsPack, questionnaire: Questionnaire } as const;
const KINDS = Object.keys(SCHEMAS);

/** SHA-256 over the canonical JSON of a pack without `checksum` and `signature`, in hexadecimal. */
export const checksumOf = (pack: object): string => createHash('sha256').update(checksummedText(pack)).digest('hex');

/** Errors of the form; empty where there are none. Ajv describes them; compiling its validators takes most of a start. */
function formErrors(schema: (typeof SCHEMAS)[keyof typeof SCHEMAS], document: unknown): Finding[] {
  if (Check(schema, document)) return [];
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, meta: false, validateSchema: false });
  const validate = ajv.compile(schema);
  return validate(document) ? [] : describeVocabulary(validate.errors ?? [], 'schemas/README.md');
}

const isKind = (kind: unknown): kind is keyof typeof SCHEMAS => typeof kind === 'string' && KINDS.includes(kind);

/** Validates a document by the meta-schema of its kind and by the lint; checksum and file name are the file's matter. */
export function validatePack(document: unknown): { pack: Pack } | { findings: Finding[] } {
  const kind = own(document, 'kind');
  if (!isKind(kind))
    return { findings: [{ pointer: '/kind', reason: '没有种类', fix: `"kind" 写 ${KINDS.join('、')} 之一` }] };
  const errors = formErrors(SCHEMAS[kind], document);
  if (errors.length > 0) return { findings: errors };
  const pack = document as Pack; // the meta-schema has just accepted it
  const findings = lintPack(pack);
  return findings.length > 0 ? { findings } : { pack };
}

/** Whether a document has the form of a pack, so that code can rely on its types; the lint is not run. */
export function isPack(document: unknown): document is Pack {
  const kind = own(document, 'kind');
  return isKind(kind) && Check(SCHEMAS[kind], document);
}

/** Validates a file: its content, its name, its checksum and its signature. */
export function validatePackFile(
  { name, older, parsed }: PackFile,
  publishers: Publishers,
): { pack: Pack } | { findings: Finding[] } {
  if ('finding' in parsed) return { findings: [parsed.finding] };
  const verdict = validatePack(parsed.document);
  if ('findings' in verdict) return verdict;
  const { pack } = verdict;
  const findings = [...lintName(pack, name, older), ...lintChecksum(pack), ...lintSignature(pack, publishers)];
  return findings.length > 0 ? { findings } : verdict;
}

function lintName({ id, version }: Pack, name: string, older: boolean): Finding[] {
  const expected = older ? `${id}@${version}` : id;
  return name === expected
    ? []
    : [
        {
          pointer: '/id',
          reason: `文件名 ${name}.json 与编号、版本不符`,
          fix: `文件改名为 ${expected}.json，或改编号`,
        },
      ];
}

/** The checksum makes a change of a version visible that sheets have been scored by. */
function lintChecksum(pack: Pack): Finding[] {
  const { id, version, checksum } = pack;
  const actual = checksumOf(pack);
  if (checksum === actual) return [];
  if (checksum === undefined)
    return [{ pointer: '', reason: '没有校验和', fix: `内容写定后补上 "checksum": "${actual}"` }];
  return [
    {
      pointer: '/checksum',
      reason: `版本 ${version} 的内容变了，与校验和不符`,
      fix: `这个版本用过：恢复原来的内容，或把原文件存为 versions/${id}@${version}.json 并换版本号；是还没有用过的新版本：checksum 改为 "${actual}"`,
    },
  ];
}
