import type { Finding } from '../../../../../platform/schema/problem.ts';
import type { ScalePack, TotalsPack } from '../pack-schema.ts';
import type { Pack } from '../pack.ts';
import { at } from './finding.ts';
import { lintDimensions } from './lint-dimensions.ts';
import { lintGolden } from './lint-golden.ts';
import { lintItems } from './lint-items.ts';
import { lintNorms } from './lint-norms.ts';
import { lintQuestionnaire } from './lint-questionnaire.ts';

/**
 * What is wrong with a pack whose shape is right: references, gaps and overlaps, order, examples that do not hold.
 * Examples are run once the rest is right.
 */
export function lintPack(pack: Pack): Finding[] {
  if (pack.kind === 'questionnaire') return lintQuestionnaire(pack);
  const findings = [
    ...lintLicence(pack),
    ...(pack.ages.from <= (pack.ages.to ?? Infinity) ? [] : [at(['ages'], '年龄范围是空的', 'from 不能大于 to')]),
    ...(pack.kind === 'scale' ? lintItems(pack) : []),
    ...lintDimensions(pack),
  ];
  if (findings.length > 0) return findings;
  const norms = lintNorms(pack);
  return norms.length > 0 ? norms : lintGolden(pack);
}

function lintLicence({ kind, licence }: ScalePack | TotalsPack): Finding[] {
  const { state, wording, authorisedText, declaration } = licence;
  return [
    ...((kind === 'totals') === (wording === 'none')
      ? []
      : [
          at(['licence', 'wording'], `wording 是 ${wording}`, '不含题目的写 none，含题目的写 unofficial 或 authorised'),
        ]),
    ...(state === 'slot' && kind === 'scale'
      ? [at(['licence', 'state'], 'slot 不能含题目', '删去题目，改用 kind 为 totals 的格式')]
      : []),
    ...(wording === 'unofficial' && state !== 'own' && authorisedText === undefined
      ? [at(['licence'], '题目文字是自拟的，没有写授权文本从哪里取得', '补上 authorisedText')]
      : []),
    ...(state === 'declared' && declaration === undefined
      ? [at(['licence'], '没有声明', '补上 declaration：谁、什么时候、声明了什么')]
      : []),
  ];
}
