import type { Finding } from '../../../../../platform/schema/problem.ts';
import { at } from './finding.ts';

/** Deeper than any pack; the form of a pack has no recursion. */
const DEPTH_MAX = 20;
const LIST_MAX = 2000;
const VALUES_MAX = 60_000;
const UNSAFE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
/** Control characters except line feed, and characters that reorder the text around them. */
const INVISIBLE = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u;

type Path = readonly (string | number)[];

/**
 * Whether a document is small and plain enough to be looked at: an uploaded file is not trusted. Walks without
 * recursion, and stops at the first finding.
 */
export function lintSize(document: unknown): Finding[] {
  const waiting: { value: unknown; path: Path }[] = [{ value: document, path: [] }];
  for (let count = 0; ; count += 1) {
    const next = waiting.pop();
    if (next === undefined) return [];
    const finding = count >= VALUES_MAX ? tooMuch : findingOf(next.value, next.path);
    if (finding) return [finding];
    for (const [name, value] of membersOf(next.value)) waiting.push({ value, path: [...next.path, name] });
  }
}

const tooMuch: Finding = { pointer: '', reason: '文件的内容太多', fix: '一个文件只写一个量表' };

function findingOf(value: unknown, path: Path): Finding | undefined {
  if (path.length > DEPTH_MAX) return at(path.slice(0, 3), '嵌套得太深', '按 schemas/README.md 的格式写');
  if (Array.isArray(value) && value.length > LIST_MAX)
    return at(path, `有 ${value.length} 项，太多了`, `最多 ${LIST_MAX} 项`);
  const last = path.at(-1);
  if (typeof last === 'string' && UNSAFE_NAMES.includes(last))
    return at(path.slice(0, -1), `不能用 ${last} 作名称`, '删去这一项');
  return typeof value === 'string' && INVISIBLE.test(value)
    ? at(path, '文字里有看不见的控制字符', '删去这些字符')
    : undefined;
}

const membersOf = (value: unknown): [string | number, unknown][] =>
  Array.isArray(value)
    ? value.map((each, i): [number, unknown] => [i, each])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
