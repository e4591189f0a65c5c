/**
 * Software features that a school has opened. Null where no list applies, as for institutions: then everything is
 * allowed (`spec §6`).
 */
export type OpenedFeatures = ReadonlySet<string> | null;
export type FeatureTest = (opened: OpenedFeatures) => boolean;

const TOKEN = /\s*(\|\||&&|[!()*]|[A-Za-z][A-Za-z0-9_-]*)/y;

/** Splits an expression into operators and names. @throws SyntaxError at the first character that is neither */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end;) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match?.[1]) throw new SyntaxError(`第 ${at + 1} 个字符无法识别`);
    tokens.push(match[1]);
  }
  return tokens;
}

/**
 * Compiles an expression over feature names: `a || b`, `a && b`, `!a`, parentheses; `*` requires nothing. `&&` binds
 * tighter than `||`.
 *
 * @throws SyntaxError with a Chinese reason where the text is not a valid expression
 */
export function featureTest(text: string): FeatureTest {
  const tokens = tokensOf(text);
  let at = 0;
  const accept = (token: string) => tokens[at] === token && ++at > 0;

  function one(): FeatureTest {
    if (accept('!')) {
      const inner = one();
      return (opened) => !inner(opened);
    }
    if (accept('(')) {
      const inner = any();
      if (!accept(')')) throw new SyntaxError('缺少右括号');
      return inner;
    }
    if (accept('*')) return () => true;
    const name = tokens[at++];
    if (name === undefined || !/^[A-Za-z]/.test(name))
      throw new SyntaxError(name === undefined ? '缺少功能名' : `${name} 的位置应是功能名`);
    return (opened) => opened?.has(name) ?? true;
  }
  function all(): FeatureTest {
    const parts = [one()];
    while (accept('&&')) parts.push(one());
    return (opened) => parts.every((part) => part(opened));
  }
  function any(): FeatureTest {
    const parts = [all()];
    while (accept('||')) parts.push(all());
    return (opened) => parts.some((part) => part(opened));
  }

  const test = any();
  if (at < tokens.length) throw new SyntaxError(`${tokens[at]} 多余`);
  // Without a list everything is allowed, even what an expression with `!` would refuse.
  return (opened) => opened === null || test(opened);
}

const CONSULTING = 'Intervene_consulting';

/** The features in force: offline consulting counts only if the school has opened it (`spec §6`). */
export function effectiveFeatures(opened: Iterable<string>, consultingOfflineOpen: boolean): ReadonlySet<string> {
  const features = new Set(opened);
  if (!consultingOfflineOpen) features.delete(CONSULTING);
  return features;
}
