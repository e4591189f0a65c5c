import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Thrown for a pattern that cannot be matched in linear time; the message says why, in Chinese. */
export class UnsafePattern extends Error {
  override readonly name = 'UnsafePattern';
}

/** What `\s` and `.` mean in JavaScript; RE2 knows only the ASCII part. */
const SPACES = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]';

/** One character, one escape, or one quantifier of a pattern. */
const TOKEN = /\\u\{[^}]*\}|\\[\s\S]|\{\d+(?:,\d*)?\}|[\s\S]/gu;
const UNBOUNDED = /^(?:[*+]|\{\d+,\})$/;
const VARIABLE = /^(?:[*+?]|\{\d+,\d*\})$/;

/**
 * Translates a JavaScript pattern to RE2 and refuses what an engine with backtracking may need exponential time for: a
 * group that is repeated without limit may contain neither alternatives nor parts of variable length. The server needs
 * only linear time for the rest; the browser matches the same pattern with its own engine.
 */
function translate(pattern: string): string {
  const groups: { isVariable: boolean }[] = [{ isVariable: false }];
  let closed: { isVariable: boolean } | undefined;
  let inClass = false;
  let result = '';
  for (const [token] of pattern.matchAll(TOKEN)) {
    const group = groups.at(-1);
    if (inClass) {
      if (token === '\\S') throw new UnsafePattern('方括号里不能写 \\S');
      if (token === ']') inClass = false;
      result += token === '\\s' ? SPACES : token;
      continue;
    }
    if (group && (token === '|' || VARIABLE.test(token))) group.isVariable = true;
    if (closed?.isVariable && UNBOUNDED.test(token))
      throw new UnsafePattern('括号里有长度不定的内容或“|”，括号外就不能再不限次数地重复');
    closed = undefined;
    if (token === '[') inClass = true;
    else if (token === '(') groups.push({ isVariable: false });
    else if (token === ')' && groups.length > 1) {
      closed = groups.pop();
      const outer = groups.at(-1);
      if (outer && closed?.isVariable) outer.isVariable = true;
    }
    result += REPLACED.get(token) ?? token;
  }
  return result;
}
const REPLACED = new Map([
  ['\\s', `[${SPACES}]`],
  ['\\S', `[^${SPACES}]`],
  ['.', ANY],
]);

const compiled = new LRUCache<string, RE2JS>({ max: 2000 });

/**
 * Compiles a pattern of a schema, which a tenant may have written: matching takes linear time, whatever the pattern and
 * the value.
 *
 * @throws UnsafePattern where it is no pattern, or needs more than that (look-ahead, references to groups)
 */
export function linearPattern(pattern: string): { test(text: string): boolean } {
  const known = compiled.get(pattern);
  if (known) return known;
  requireNative(pattern);
  const translated = translate(pattern);
  try {
    const made = RE2JS.compile(RE2JS.translateRegExp(translated));
    compiled.set(pattern, made);
    return made;
  } catch (cause) {
    throw new UnsafePattern(
      '不支持这种写法：不能用前后查看（?=、?!、?<=、?<!）、反向引用（\\1），重复次数不超过 1000',
      {
        cause,
      },
    );
  }
}

/** The browser's engine must accept it too. */
function requireNative(pattern: string): void {
  try {
    RegExp(pattern, 'u');
  } catch (cause) {
    throw new UnsafePattern('不是有效的正则表达式', { cause });
  }
}

/** Why a pattern is refused; undefined where it is accepted. */
export function patternProblem(pattern: string): string | undefined {
  try {
    linearPattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof UnsafePattern) return error.message;
    throw error;
  }
}
