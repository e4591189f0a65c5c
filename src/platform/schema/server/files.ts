import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../problem.ts';

/** A file's JSON, or why it has none. */
export type Parsed = { document: unknown } | { finding: Finding };

/** The content of `schemas/`, not validated yet. Paths are relative to the project's root. */
export interface SchemaFiles {
  vocabulary: { file: string; parsed: Parsed };
  enums: { file: string; parsed: Parsed };
  entities: { file: string; name: string; parsed: Parsed }[];
  tenants: { orgId: string; overlays: { file: string; name: string; parsed: Parsed }[] }[];
}

/** Position of a parse error in the text, counted from 1. */
function position(text: string, message: string): string {
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, at).split('\n');
  return `第 ${before.length} 行第 ${(before.at(-1)?.length ?? 0) + 1} 列`;
}

/** @param file Absolute path of an existing file */
export const parseJsonFile = (file: string): Parsed => parseJson(readFileSync(file, 'utf8'));

/** @param content A file's text, with or without a byte order mark */
export function parseJson(content: string): Parsed {
  const text = content.replace(/^\uFEFF/, '');
  try {
    return { document: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      finding: {
        pointer: '',
        reason: `不是 JSON：${position(text, error instanceof Error ? error.message : '')}附近有错`,
        fix: '检查那里的逗号、引号和括号',
      },
    };
  }
}

const listed = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort()
    : [];

/** @param folder The `schemas` folder, absolute */
export function readSchemaFiles(folder: string): SchemaFiles {
  const one = (...parts: string[]) => ({
    file: path.posix.join('schemas', ...parts),
    parsed: parseJsonFile(path.join(folder, ...parts)),
  });
  const json = (...parts: string[]) =>
    listed(path.join(folder, ...parts))
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name: path.basename(name, '.json'), ...one(...parts, name) }));
  return {
    vocabulary: one('vocabulary.json'),
    enums: one('enums.json'),
    entities: json('entities'),
    tenants: listed(path.join(folder, 'tenants')).map((orgId) => ({ orgId, overlays: json('tenants', orgId) })),
  };
}
