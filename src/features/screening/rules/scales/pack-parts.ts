/** Parts of the meta-schema of packs (`pack-schema.ts`, `questionnaire-schema.ts`). */
import * as Type from 'typebox/type';

export const strict = { additionalProperties: false } as const;

export const Key = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  description: '编号用小写字母、数字和连字符，不超过 40 个字符',
});
export const ItemId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$',
  description: '题号用字母、数字、连字符和下划线，不超过 20 个字符',
});
export const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
export const whole = (minimum: number, description: string) => Type.Integer({ minimum, description });
const Codes = Type.Array(Type.Integer(), {
  minItems: 1,
  maxItems: 60,
  uniqueItems: true,
  description: 'enums.json 里的编号',
});

/** A condition on a number; all parts that are present must hold. */
export const Threshold = Type.Object(
  {
    atLeast: Type.Optional(Type.Number({ description: '大于或等于这个数' })),
    atMost: Type.Optional(Type.Number({ description: '小于或等于这个数' })),
    above: Type.Optional(Type.Number({ description: '大于这个数' })),
    below: Type.Optional(Type.Number({ description: '小于这个数' })),
  },
  { ...strict, minProperties: 1, description: '条件：atLeast、atMost、above、below 中至少一项' },
);
export type Threshold = Type.Static<typeof Threshold>;

const AgeRange = Type.Object(
  {
    from: Type.Optional(whole(0, '最小年龄，周岁')),
    to: Type.Optional(whole(0, '最大年龄，周岁，含')),
  },
  { ...strict, minProperties: 1, description: '年龄范围，周岁' },
);

/** People that a norm set or a cell of it is for; parts that are absent do not limit. */
const group = {
  ages: Type.Optional(AgeRange),
  sexes: Type.Optional(Codes),
  stages: Type.Optional(Codes),
  grades: Type.Optional(Codes),
};
const Group = Type.Object(group, { ...strict, minProperties: 1, description: '适用的人群' });
export type Group = Type.Static<typeof Group>;

const Words = Type.Object(
  {
    teacher: text(500, '给心理老师的话'),
    student: text(500, '给学生的话，不贴标签'),
    guardian: text(500, '给家长的话，不贴标签'),
  },
  { ...strict, description: '结果的说明' },
);

export const Band = Type.Object(
  {
    title: text(30, '分级的名称'),
    tone: Type.Enum(['grey', 'yellow', 'red', 'done'], { description: '颜色：grey、yellow、red 或 done' }),
    order: whole(0, '顺序，越大越需要关注'),
    words: Words,
  },
  strict,
);
export type Band = Type.Static<typeof Band>;

const BandRange = Type.Object(
  {
    band: Key,
    from: Type.Number({ description: '最低分，含' }),
    to: Type.Number({ description: '最高分，含' }),
  },
  strict,
);

const CellByMean = Type.Object({ ...group, mean: Type.Number(), sd: Type.Number({ exclusiveMinimum: 0 }) }, strict);
const CellByTable = Type.Object(
  {
    ...group,
    from: Type.Integer({ description: '第一个转换分对应的原始分' }),
    scores: Type.Array(Type.Number(), { minItems: 1, maxItems: 2000, description: '从 from 起每个原始分的转换分' }),
  },
  strict,
);
const Cell = Type.Union([CellByMean, CellByTable], { description: '常模表的一格：mean 与 sd，或 from 与 scores' });
export type Cell = Type.Static<typeof Cell>;

const Reliability = Type.Object(
  {
    coefficient: Type.Number({ minimum: 0, exclusiveMaximum: 1, description: '信度系数，0 到 1' }),
    sd: Type.Number({ exclusiveMinimum: 0, description: '这个人群里分数（转换后）的标准差' }),
    source: text(500, '信度和标准差的出处'),
  },
  { ...strict, description: '信度：说明了才判断两次分数的差别有没有意义' },
);

const NormDimension = Type.Object(
  {
    bands: Type.Array(BandRange, { minItems: 1, maxItems: 30, description: '分级与分数范围，从低到高' }),
    cutoff: Type.Optional(Threshold),
    cells: Type.Optional(
      Type.Array(Cell, {
        minItems: 1,
        maxItems: 300,
        description: 'T 分的常模表；不转换的维度是各人群分数的平均分和标准差，团体报告用来比较',
      }),
    ),
    reliability: Type.Optional(Reliability),
  },
  strict,
);
export type NormDimension = Type.Static<typeof NormDimension>;

export const NormSet = Type.Object(
  {
    id: Key,
    title: text(60, '常模的名称'),
    source: text(500, '划界与常模的出处'),
    for: Type.Optional(Group),
    dimensions: Type.Record(Key, NormDimension, { ...strict, maxProperties: 60, description: '维度编号 → 分级' }),
  },
  strict,
);
export type NormSet = Type.Static<typeof NormSet>;

const Option = Type.Object({ value: Type.Number({ description: '原始分' }), label: text(60, '选项文字') }, strict);
export type Option = Type.Static<typeof Option>;
export const Options = Type.Array(Option, { minItems: 2, maxItems: 30, description: '选项，按分值从低到高' });

const Declaration = Type.Object(
  {
    by: text(60, '声明人'),
    on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '声明日期，YYYY-MM-DD' }),
    statement: text(500, '声明的内容：已取得什么授权'),
  },
  strict,
);
export const Licence = Type.Object(
  {
    state: Type.Enum(['cleared', 'unclear', 'slot', 'declared', 'own'], {
      description: 'cleared 可用，unclear 待确认，slot 只有格式，declared 由单位声明，own 自编',
    }),
    wording: Type.Enum(['unofficial', 'authorised', 'none'], {
      description: '题目文字：unofficial 自拟，authorised 授权版本，none 不含题目',
    }),
    source: Type.Array(text(300, '依据的出处'), { minItems: 1, maxItems: 20 }),
    authorisedText: Type.Optional(text(300, '授权文本从哪里取得')),
    publisher: Type.Optional(text(100, '权利人')),
    note: Type.Optional(text(500, '说明')),
    declaration: Type.Optional(Declaration),
  },
  strict,
);
export type Licence = Type.Static<typeof Licence>;

const Signature = Type.Object(
  { by: text(100, '签名人'), algorithm: text(40, '算法'), value: text(1000, '签名') },
  strict,
);
const Checksum = Type.String({ pattern: '^[0-9a-f]{64}$', description: '内容的 SHA-256，64 位十六进制' });
const Version = Type.String({
  pattern: '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}(-[a-z0-9]+(\\.[a-z0-9]+)*)?$',
  description: '版本号，如 1.0.0 或 1.0.0-school.1',
});

export const head = {
  id: Key,
  version: Version,
  title: text(60, '名称'),
  about: text(1000, '测什么，结果怎样理解'),
  checksum: Type.Optional(Checksum),
  signature: Type.Optional(Signature),
};
export const Ages = Type.Object(
  { from: whole(3, '最小年龄，周岁'), to: Type.Optional(whole(3, '最大年龄')), source: text(500, '年龄的依据') },
  { ...strict, description: '适用年龄与依据' },
);
