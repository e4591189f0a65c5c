import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '../../../src/features/screening/rules/scales/answers.ts';
import { checkAnswer } from '../../../src/features/screening/rules/scales/check-answer.ts';
import { critical } from '../../../src/features/screening/rules/scales/critical.ts';
import { lintPack } from '../../../src/features/screening/rules/scales/lint/lint-pack.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../src/features/screening/rules/scales/questionnaire-schema.ts';
import {
  missingItems,
  visibleAnswers,
  visibleItems,
} from '../../../src/features/screening/rules/scales/visible-items.ts';
import { scale } from './support/packs.ts';

const options = (...values: (string | number)[]) => values.map((value) => ({ value, label: `选项 ${value}` }));
const questionnaire = (items: QuestionnaireItem[]): Questionnaire => ({
  id: 'lunch',
  kind: 'questionnaire',
  version: '1.0.0',
  title: '午餐与午休',
  about: '了解午休',
  instruction: '请作答',
  items,
});
const lunch = questionnaire([
  { id: 'where', kind: 'single', text: '在哪里吃午饭', options: options('school', 'home') },
  {
    id: 'dishes',
    kind: 'multiple',
    text: '喜欢什么',
    options: options(1, 2, 3),
    most: 2,
    showIf: { item: 'where', in: ['school'] },
  },
  { id: 'taste', kind: 'scale', text: '打几分', from: 1, to: 5, showIf: { item: 'dishes', answered: true } },
  { id: 'why', kind: 'text', text: '哪里不好', maxLength: 10, showIf: { item: 'taste', atMost: 2 } },
  { id: 'minutes', kind: 'number', text: '午休几分钟', minimum: 0, maximum: 180, whole: true },
  {
    id: 'note',
    kind: 'text',
    text: '还想说什么',
    maxLength: 5,
    optional: true,
    showIf: {
      any: [
        { item: 'minutes', below: 10 },
        { item: 'dishes', in: [3] },
      ],
    },
  },
  {
    id: 'third',
    kind: 'single',
    text: '第三道菜怎样',
    options: options(0, 1),
    showIf: {
      all: [
        { item: 'where', notIn: ['home'] },
        { item: 'dishes', in: [3] },
      ],
    },
  },
]);
const answers = (values: Record<string, AnswerValue>) =>
  Object.entries(values).map(([item_id, value]) => ({ item_id, value }));
const seen = (values: Record<string, AnswerValue>) => visibleItems(lunch, answers(values)).map(({ id }) => id);

describe('a questionnaire', () => {
  it('is right as it is', () => {
    expect(lintPack(lunch)).toEqual([]);
  });

  it('shows an item while its condition holds', () => {
    expect(seen({})).toEqual(['where', 'minutes']);
    expect(seen({ where: 'home' })).toEqual(['where', 'minutes']);
    expect(seen({ where: 'school' })).toEqual(['where', 'dishes', 'minutes']);
    expect(seen({ where: 'school', dishes: [1, 3] })).toEqual(['where', 'dishes', 'taste', 'minutes', 'note', 'third']);
    expect(seen({ where: 'school', dishes: [1], taste: 2 })).toEqual(['where', 'dishes', 'taste', 'why', 'minutes']);
    expect(seen({ where: 'school', dishes: [1], taste: 3, minutes: 9 })).toEqual([
      'where',
      'dishes',
      'taste',
      'minutes',
      'note',
    ]);
  });

  it('hides what depends on a hidden item, and its answers leave the results', () => {
    const given = answers({ where: 'home', dishes: [3], taste: 1, why: '凉', minutes: 20, third: 1 });
    expect(visibleItems(lunch, given).map(({ id }) => id)).toEqual(['where', 'minutes']);
    expect(visibleAnswers(lunch, given)).toEqual(answers({ where: 'home', minutes: 20 }));
    const other = answers({ where: 'school', dishes: [3], taste: 1, why: '凉', minutes: 20, third: 1 });
    expect(visibleAnswers(lunch, other)).toEqual(other);
  });

  it('wants answers to visible items that are not optional', () => {
    expect(missingItems(lunch, answers({}))).toEqual(['where', 'minutes']);
    expect(missingItems(lunch, answers({ where: 'school', dishes: [3], minutes: 0 }))).toEqual(['taste', 'third']);
    expect(missingItems(scale('phq-9'), [{ item_id: '2', value: 0 }])).toEqual([
      '1',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
  });

  it('has no critical items', () => {
    expect(critical(lunch, answers({ where: 'home' }))).toEqual([]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['where', 'home', undefined],
    ['where', 'canteen', 'no-option'],
    ['where', ['home'], 'no-option'],
    ['where', null, 'no-option'],
    ['dishes', [1], undefined],
    ['dishes', [3, 1], undefined],
    ['dishes', [], 'too-few'],
    ['dishes', [1, 2, 3], 'too-many'],
    ['dishes', [1, 1], 'twice'],
    ['dishes', [4], 'no-option'],
    ['dishes', 1, 'not-a-list'],
    ['dishes', null, 'not-a-list'],
    ['taste', 1, undefined],
    ['taste', 0, 'out-of-bounds'],
    ['taste', 2.5, 'not-whole'],
    ['taste', null, 'not-a-number'],
    ['minutes', 180, undefined],
    ['minutes', 181, 'out-of-bounds'],
    ['minutes', 1.5, 'not-whole'],
    ['minutes', '20', 'not-a-number'],
    ['minutes', Infinity, 'not-a-number'],
    ['why', '太凉了', undefined],
    ['note', '👍👍👍👍👍', undefined],
    ['note', '一二三四五六', 'too-long'],
    ['note', ' ', 'empty'],
    ['note', 5, 'not-a-text'],
    ['note', null, 'not-a-text'],
    ['other', 1, 'unknown-item'],
  ])('answers %s with %j: %s', (item, value, problem) => {
    expect(checkAnswer(lunch, item, value)).toBe(problem);
  });

  const single: QuestionnaireItem = { id: 'a', kind: 'single', text: '题', options: options(1, 2) };
  const text: QuestionnaireItem = { id: 't', kind: 'text', text: '题', maxLength: 5 };
  it.each<[string, QuestionnaireItem[], string]>([
    ['an item twice', [single, single], '/items/1/id 编号 a 出现了两次'],
    ['an option twice', [{ ...single, options: options(1, 1) }], '/items/0/options/1/value 选项的值 1 出现了两次'],
    [
      'a condition on a later item',
      [{ ...text, showIf: { item: 'a', in: [1] } }, single],
      '/items/0/showIf/item 前面没有题目 a',
    ],
    ['a condition on itself', [{ ...single, showIf: { item: 'a', in: [1] } }], '/items/0/showIf/item 前面没有题目 a'],
    [
      'a condition on an option that is not there',
      [single, { ...text, showIf: { any: [{ item: 'a', in: [3] }] } }],
      '/items/1/showIf/any/0/in/0 题目 a 没有选项 3',
    ],
    [
      'a number condition on a text',
      [text, { ...single, showIf: { item: 't', above: 1 } }],
      '/items/1/showIf/above 题目 t 的答案不是一个数',
    ],
    [
      'a value condition on a text',
      [text, { ...single, showIf: { all: [{ item: 't', in: ['好'] }] } }],
      '/items/1/showIf/all/0 题目 t 填的是文字',
    ],
    [
      'choices that cannot be made',
      [{ id: 'm', kind: 'multiple', text: '题', options: options(1, 2), least: 3 }],
      '/items/0 不可能选 3 到 2 项',
    ],
    ['an empty scale', [{ id: 's', kind: 'scale', text: '题', from: 3, to: 3 }], '/items/0 刻度是空的'],
    ['an empty range', [{ id: 'n', kind: 'number', text: '题', minimum: 3, maximum: 1 }], '/items/0 范围是空的'],
  ])('is refused with %s', (_, items, finding) => {
    expect(lintPack(questionnaire(items)).map(({ pointer, reason }) => `${pointer} ${reason}`)).toContain(finding);
  });
});
