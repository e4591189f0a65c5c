import type { TotalsPack } from './scales/pack-schema.ts';

/** What is wrong with a score that was computed elsewhere, by the dimension's title; undefined where nothing is. */
export function totalProblem(
  pack: TotalsPack,
  title: string,
  score: number,
): { field: 'dimension' | 'score'; message: string } | undefined {
  const dimension = pack.dimensions.find((each) => each.title === title);
  if (!dimension)
    return {
      field: 'dimension',
      message: `没有这个维度，请填写：${pack.dimensions.map((each) => each.title).join('、')}`,
    };
  const { from, to, step } = dimension.range;
  if (!(score >= from && score <= to)) return { field: 'score', message: `${title}的分数在 ${from} 到 ${to} 之间` };
  const steps = (score - from) / step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6)
    return { field: 'score', message: step === 1 ? `${title}的分数是整数` : `${title}的分数最小间隔是 ${step}` };
  return undefined;
}
