import { describe, expect, it } from 'vitest';
import { rulesMet, suggestedRules, type AlertRule } from '../../../src/features/screening/rules/alert-rules.ts';
import type { Questionnaire } from '../../../src/features/screening/rules/scales/questionnaire-schema.ts';
import { BANDS, dimension, invented } from './support/invented.ts';
import { slots } from './support/packs.ts';

const result = (scale_id: string, band_id: string | null, valid = true) => ({
  scale_id,
  valid,
  dimensions: [
    { dimension_id: 'other', band_id: 'low' },
    { dimension_id: 'total', band_id },
  ],
});
const on = (scale_id: string, ...band_ids: string[]) => ({ scale_id, dimension_id: 'total', band_ids });
const rule = (rule_id: string, level: number, ...conditions: AlertRule['conditions']): AlertRule => ({
  rule_id,
  title: rule_id,
  conditions,
  level,
});
const met = (rules: AlertRule[], ...results: ReturnType<typeof result>[]) =>
  rulesMet(rules, results).map(({ rule_id }) => rule_id);

describe('the alert rules of a screening', () => {
  it('raise an alert only when every condition holds', () => {
    const both = rule('both', 2, on('phq', 'high'), on('gad', 'high', 'middle'));
    expect(met([both], result('phq', 'high'), result('gad', 'middle'))).toEqual(['both']);
    expect(met([both], result('phq', 'high'), result('gad', 'low'))).toEqual([]);
    expect(met([both], result('phq', 'high'))).toEqual([]);
  });

  it('need a condition: an empty rule would alert about every student', () => {
    expect(met([rule('empty', 1)], result('phq', 'high'))).toEqual([]);
  });

  it('look at the dimension that they name, and at no sheet that is void or has no band', () => {
    const high = rule('high', 2, on('phq', 'high'));
    expect(met([high], result('phq', 'high', false))).toEqual([]);
    expect(met([high], result('phq', null))).toEqual([]);
    expect(met([rule('low', 2, on('phq', 'low'))], result('phq', 'high'))).toEqual([]);
  });

  it('come with the most urgent first', () => {
    const rules = [rule('third', 3, on('phq', 'high')), rule('first', 1, on('phq', 'high'))];
    expect(met(rules, result('phq', 'high'))).toEqual(['first', 'third']);
  });
});

describe('the rules that a pack suggests', () => {
  const words = BANDS['low']!;
  const pack = invented({
    title: '量表',
    dimensions: [dimension('total', ['1'], [0, 3]), dimension('part', ['2'], [0, 3])],
    bands: {
      calm: { ...words, tone: 'grey', title: '平稳' },
      watch: { ...words, tone: 'yellow', title: '关注' },
      bad: { ...words, tone: 'red', title: '偏高' },
      worst: { ...words, tone: 'red', title: '很高' },
    },
  });

  it('name the bands of each tone that calls for attention, of the first dimension', () => {
    expect(suggestedRules([pack])).toEqual([
      {
        rule_id: 'default-invented-red',
        title: '量表：偏高、很高',
        conditions: [{ scale_id: 'invented', dimension_id: 'total', band_ids: ['bad', 'worst'] }],
        level: 2,
      },
      {
        rule_id: 'default-invented-yellow',
        title: '量表：关注',
        conditions: [{ scale_id: 'invented', dimension_id: 'total', band_ids: ['watch'] }],
        level: 3,
      },
    ]);
  });

  it('are none for a tone without bands, for totals from elsewhere and for a questionnaire', () => {
    expect(suggestedRules([invented({ bands: { calm: { ...words, tone: 'grey' } } })])).toEqual([]);
    const questionnaire = { ...pack, kind: 'questionnaire' } as unknown as Questionnaire;
    expect(suggestedRules([...slots, questionnaire])).toEqual([]);
    expect(suggestedRules([invented({ dimensions: [] })])).toEqual([]);
  });
});
