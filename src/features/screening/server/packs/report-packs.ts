import { SchemaError } from '../../../../platform/schema/server/core.ts';
import type { Parsed } from '../../../../platform/schema/server/files.ts';
import { problemText, type SchemaReport } from '../../../../platform/schema/server/report.ts';
import { readPackFiles } from './pack-files.ts';
import { signatureOf, type Publishers } from './publishers.ts';
import { openPacks } from './registry.ts';
import { isPack } from './validate-pack.ts';

/** Validates every pack in a `schemas` folder for the editor: each problem with file, JSON Pointer, reason and fix. */
export function reportPacks(folder: string, tenantsDir?: string): SchemaReport {
  try {
    const packs = openPacks({ folder, ...(tenantsDir !== undefined && { tenantsDir }) });
    const found = packs.problems();
    if (found.length > 0) return { ok: false, text: found.map(problemText).join('\n\n') };
    const { shared, tenants } = readPackFiles(folder, tenantsDir);
    const files = [...shared, ...tenants.flatMap(({ files: each }) => each)];
    const signed = files.flatMap(({ file, parsed }) => signatureText(file, parsed, packs.publishers()));
    const text = `✓ 量表没有问题：${files.length} 个文件，例子都成立，${signed.length} 个有签名。`;
    return { ok: true, text: [text, ...signed].join('\n') };
  } catch (error) {
    if (error instanceof SchemaError) return { ok: false, text: error.problems.map(problemText).join('\n\n') };
    throw error;
  }
}

/** What is known about the signature of a file that has one; a wrong one is a problem of the file. */
function signatureText(file: string, parsed: Parsed, publishers: Publishers): string[] {
  if ('finding' in parsed || !isPack(parsed.document) || parsed.document.signature === undefined) return [];
  const { by } = parsed.document.signature;
  return signatureOf(parsed.document, publishers) === 'valid'
    ? [`  ${file}：${by} 的签名有效`]
    : [`  ${file}：有 ${by} 的签名，schemas/publishers.json 里没有这个发布者的公钥，没有核验`];
}
