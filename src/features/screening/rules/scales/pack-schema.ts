/**
 * The meta-schema of the files in `schemas/scales`, and the types of a pack. A file is validated by the schema of its
 * `kind`, and then by `lintPack`, which knows what a schema cannot say.
 */
import * as Type from 'typebox/type';
import {
  Ages,
  Band,
  ItemId,
  Key,
  Licence,
  NormSet,
  Options,
  Threshold,
  head,
  strict,
  text,
  whole,
} from './pack-parts.ts';

const ScaleItem = Type.Object(
  {
    id: ItemId,
    text: text(300, '题目'),
    options: Type.Optional(Options),
    reverse: Type.Optional(Type.Literal(true, { description: '反向计分' })),
    topic: Type.Optional(Type.Enum(['suicide', 'self-harm', 'violence', 'abuse'], { description: '敏感主题' })),
  },
  strict,
);
export type ScaleItem = Type.Static<typeof ScaleItem>;
export type Topic = NonNullable<ScaleItem['topic']>;

const Missing = Type.Union(
  [
    Type.Object({ rule: Type.Literal('none') }, strict),
    Type.Object(
      { rule: Type.Literal('prorate'), atMost: whole(1, '最多可缺的题数'), round: Type.Optional(Type.Literal(true)) },
      strict,
    ),
  ],
  { description: '缺答规则：none 不计分；prorate 缺题不超过 atMost 时按已答题的均值折算' },
);

const Transform = Type.Union(
  [
    Type.Object({ kind: Type.Literal('linear'), multiply: Type.Number(), add: Type.Optional(Type.Number()) }, strict),
    Type.Object({ kind: Type.Literal('t-score') }, strict),
  ],
  { description: '转换：linear 线性，t-score 按常模表' },
);

const Range = Type.Object(
  {
    from: Type.Number({ description: '可能的最低分' }),
    to: Type.Number({ description: '可能的最高分' }),
    step: Type.Number({ exclusiveMinimum: 0, description: '分数的间隔' }),
  },
  { ...strict, description: '分数（转换后）的范围' },
);

const dimension = {
  id: Key,
  title: text(30, '维度的名称'),
  better: Type.Enum(['lower', 'higher'], { description: '分数低好还是高好：lower 或 higher' }),
  range: Range,
};
const Dimension = Type.Object(
  {
    ...dimension,
    items: Type.Array(ItemId, { minItems: 1, maxItems: 500, uniqueItems: true, description: '计入的题号' }),
    rule: Type.Enum(['sum', 'mean', 'count'], {
      description: '计分：sum 总和，mean 均分，count 计满足 counted 的题数',
    }),
    counted: Type.Optional(Threshold),
    missing: Missing,
    transform: Type.Optional(Transform),
    digits: Type.Optional(Type.Integer({ minimum: 0, maximum: 4, description: '分数保留的小数位' })),
  },
  strict,
);
export type Dimension = Type.Static<typeof Dimension>;
const TotalsDimension = Type.Object(dimension, strict);

const check = { id: Key, title: text(60, '检查的名称') };
const Effect = Type.Enum(['void', 'mark'], { description: 'void 作废，mark 只作标记' });
const DimensionCheck = Type.Object(
  { ...check, kind: Type.Literal('dimension'), effect: Effect, dimension: Key, when: Threshold },
  strict,
);
const EqualCheck = Type.Object(
  {
    ...check,
    kind: Type.Literal('all-equal'),
    effect: Effect,
    items: Type.Optional(Type.Array(ItemId, { minItems: 2, maxItems: 500, uniqueItems: true })),
  },
  strict,
);
const SpeedCheck = Type.Object(
  {
    ...check,
    kind: Type.Literal('speed'),
    effect: Effect,
    secondsPerItem: Type.Number({ exclusiveMinimum: 0, description: '每题用时的中位数低于这个秒数' }),
  },
  strict,
);
export type ValidityCheck = Type.Static<typeof DimensionCheck | typeof EqualCheck | typeof SpeedCheck>;

const Critical = Type.Object(
  {
    item: ItemId,
    when: Threshold,
    level: Type.Enum([1, 2, 3], { description: '建议的危机等级，1 最紧急' }),
    words: text(300, '给核实人的话'),
  },
  strict,
);
export type Critical = Type.Static<typeof Critical>;

const Outcome = Type.Object(
  {
    raw: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    score: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    band: Type.Optional(Type.Union([Key, Type.Null()])),
    missing: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  strict,
);
const Expected = Type.Object(
  {
    dimensions: Type.Record(Key, Outcome, { ...strict, maxProperties: 60 }),
    valid: Type.Optional(Type.Boolean()),
    positive: Type.Optional(Type.Boolean()),
    critical: Type.Optional(Type.Array(ItemId, { maxItems: 500 })),
    marks: Type.Optional(Type.Array(Key, { maxItems: 50 })),
  },
  { ...strict, description: '应得的结果' },
);
const situation = {
  title: text(120, '这个例子说明什么'),
  normSet: Type.Optional(Key),
  age: Type.Optional(Type.Integer()),
  sex: Type.Optional(Type.Integer()),
  stage: Type.Optional(Type.Integer()),
  grade: Type.Optional(Type.Integer()),
};
const GoldenSheet = Type.Object(
  {
    ...situation,
    answers: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
      maxProperties: 501,
      description: '题号 → 原始分；"*" 是其余各题，null 是没有回答',
    }),
    expect: Expected,
  },
  strict,
);
export type GoldenSheet = Type.Static<typeof GoldenSheet>;
const GoldenTotals = Type.Object(
  {
    ...situation,
    totals: Type.Record(Key, Type.Number(), { ...strict, maxProperties: 60, description: '维度 → 分数' }),
    expect: Expected,
  },
  strict,
);
export type GoldenTotals = Type.Static<typeof GoldenTotals>;

const scored = {
  ...head,
  ages: Ages,
  licence: Licence,
  bands: Type.Record(Key, Band, { ...strict, maxProperties: 60, description: '分级编号 → 名称、颜色、顺序和说明' }),
  normSets: Type.Array(NormSet, { minItems: 1, maxItems: 50, description: '常模，第一个是默认' }),
};

/** Items, dimensions and norms of a scale whose sheets the portal scores. */
export const ScalePack = Type.Object(
  {
    ...scored,
    kind: Type.Literal('scale'),
    instruction: text(500, '作答说明'),
    options: Type.Optional(Options),
    items: Type.Array(ScaleItem, { minItems: 1, maxItems: 500, description: '题目，最多 500 道' }),
    dimensions: Type.Array(Dimension, { minItems: 1, maxItems: 60, description: '维度，第一个是 total' }),
    validity: Type.Array(Type.Union([DimensionCheck, EqualCheck, SpeedCheck]), { maxItems: 50 }),
    critical: Type.Array(Critical, { maxItems: 500 }),
    golden: Type.Array(GoldenSheet, { maxItems: 500 }),
  },
  strict,
);
export type ScalePack = Type.Static<typeof ScalePack>;

/** Dimensions and norms of a scale without items: scores that were computed elsewhere are put into bands. */
export const TotalsPack = Type.Object(
  {
    ...scored,
    kind: Type.Literal('totals'),
    dimensions: Type.Array(TotalsDimension, { minItems: 1, maxItems: 60, description: '维度，第一个是 total' }),
    validity: Type.Array(DimensionCheck, { maxItems: 50 }),
    golden: Type.Array(GoldenTotals, { maxItems: 500 }),
  },
  strict,
);
export type TotalsPack = Type.Static<typeof TotalsPack>;
