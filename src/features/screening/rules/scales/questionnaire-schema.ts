/** The meta-schema of a school's own questionnaire: five kinds of items, conditions between them, no clinical scoring. */
import * as Type from 'typebox/type';
import { ItemId, Licence, head, strict, text, whole } from './pack-parts.ts';

const OptionValue = Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: 60 })], {
  description: '选项的值：数或不超过 60 个字的文字',
});
const ChoiceOption = Type.Object({ value: OptionValue, label: text(100, '选项文字') }, strict);
const Options = Type.Array(ChoiceOption, { minItems: 2, maxItems: 50, description: '选项' });

/** A condition on the answer of an earlier item; all parts that are present must hold. */
const Condition = Type.Object(
  {
    item: ItemId,
    in: Type.Optional(
      Type.Array(OptionValue, { minItems: 1, maxItems: 50, description: '答案是其中之一；多选时至少选了其中一项' }),
    ),
    notIn: Type.Optional(
      Type.Array(OptionValue, { minItems: 1, maxItems: 50, description: '答了，且不是其中任何一项' }),
    ),
    atLeast: Type.Optional(Type.Number({ description: '答案大于或等于这个数' })),
    atMost: Type.Optional(Type.Number({ description: '答案小于或等于这个数' })),
    above: Type.Optional(Type.Number({ description: '答案大于这个数' })),
    below: Type.Optional(Type.Number({ description: '答案小于这个数' })),
    answered: Type.Optional(Type.Boolean({ description: '答了，或没有答' })),
  },
  {
    ...strict,
    minProperties: 2,
    description: '显示条件：item，以及 in、notIn、atLeast、atMost、above、below、answered 中至少一项',
  },
);
export type Condition = Type.Static<typeof Condition>;

export const ShowIf = Type.Union(
  [
    Condition,
    Type.Object({ all: Type.Array(Condition, { minItems: 1, maxItems: 20 }) }, strict),
    Type.Object({ any: Type.Array(Condition, { minItems: 1, maxItems: 20 }) }, strict),
  ],
  { description: '显示条件：一个条件，或 all（都成立）、any（任一成立）' },
);
export type ShowIf = Type.Static<typeof ShowIf>;

const item = {
  id: ItemId,
  text: text(500, '题目'),
  help: Type.Optional(text(300, '补充说明')),
  optional: Type.Optional(Type.Literal(true, { description: '可以不答' })),
  showIf: Type.Optional(ShowIf),
};
const SingleItem = Type.Object({ ...item, kind: Type.Literal('single'), options: Options }, strict);
const MultipleItem = Type.Object(
  {
    ...item,
    kind: Type.Literal('multiple'),
    options: Options,
    least: Type.Optional(whole(1, '最少选择项数')),
    most: Type.Optional(whole(1, '最多选择项数')),
  },
  strict,
);
const ScaleItem = Type.Object(
  {
    ...item,
    kind: Type.Literal('scale'),
    from: Type.Integer({ description: '最小刻度' }),
    to: Type.Integer({ description: '最大刻度' }),
    fromLabel: Type.Optional(text(30, '最小刻度的文字')),
    toLabel: Type.Optional(text(30, '最大刻度的文字')),
  },
  strict,
);
const NumberItem = Type.Object(
  {
    ...item,
    kind: Type.Literal('number'),
    minimum: Type.Number({ description: '最小值' }),
    maximum: Type.Number({ description: '最大值' }),
    whole: Type.Optional(Type.Literal(true, { description: '只能是整数' })),
    unit: Type.Optional(text(10, '单位')),
  },
  strict,
);
const TextItem = Type.Object(
  {
    ...item,
    kind: Type.Literal('text'),
    maxLength: Type.Integer({ minimum: 1, maximum: 2000, description: '字数上限' }),
  },
  strict,
);
const Item = Type.Union([SingleItem, MultipleItem, ScaleItem, NumberItem, TextItem]);
export type QuestionnaireItem = Type.Static<typeof Item>;

export const Questionnaire = Type.Object(
  {
    ...head,
    kind: Type.Literal('questionnaire'),
    instruction: text(500, '作答说明'),
    licence: Type.Optional(Licence),
    items: Type.Array(Item, { minItems: 1, maxItems: 200 }),
  },
  strict,
);
export type Questionnaire = Type.Static<typeof Questionnaire>;
