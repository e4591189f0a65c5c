import type { Finding } from '../../../../../platform/schema/problem.ts';
import { runGolden, runGoldenTotals, type GoldenDifference } from '../golden.ts';
import type { ScalePack, TotalsPack } from '../pack-schema.ts';
import { ScaleError } from '../pack.ts';
import { at } from './finding.ts';

/** The examples of a pack: there is one at least, and each gives what it says. */
export function lintGolden(pack: ScalePack | TotalsPack): Finding[] {
  if (pack.golden.length === 0) return [at(['golden'], '没有一个例子', '至少写一份答案和应得的结果')];
  const run =
    pack.kind === 'scale'
      ? pack.golden.map((vector) => () => [...strangers(pack, vector.answers), ...runGolden(pack, vector)])
      : pack.golden.map((vector) => () => [...unknownTotals(pack, vector.totals), ...runGoldenTotals(pack, vector)]);
  return run.flatMap((check, i) => {
    try {
      return check().map(({ path, actual }) =>
        at(
          ['golden', i, ...(path[0] === 'answers' || path[0] === 'totals' ? path : ['expect', ...path])],
          `例子“${pack.golden[i]?.title ?? ''}”不成立：${typeof actual === 'string' ? actual : `算得 ${JSON.stringify(actual)}`}`,
          '核对规则与例子，改正错的一方',
        ),
      );
    } catch (error) {
      if (!(error instanceof ScaleError)) throw error;
      return [
        at(
          ['golden', i],
          `例子“${pack.golden[i]?.title ?? ''}”算不出来：${error.message}`,
          '核对题号、选项和常模的编号',
        ),
      ];
    }
  });
}

const strangers = (pack: ScalePack, answers: Readonly<Record<string, unknown>>): GoldenDifference[] =>
  Object.keys(answers)
    .filter((id) => id !== '*' && !pack.items.some((item) => item.id === id))
    .map((id) => ({ path: ['answers', id], actual: `没有题目 ${id}` }));

const unknownTotals = (pack: TotalsPack, totals: Readonly<Record<string, unknown>>): GoldenDifference[] =>
  Object.keys(totals)
    .filter((id) => !pack.dimensions.some((dimension) => dimension.id === id))
    .map((id) => ({ path: ['totals', id], actual: `没有维度 ${id}` }));
