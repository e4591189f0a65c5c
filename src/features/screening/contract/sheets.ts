import * as Type from 'typebox/type';
import { Done, idParam, Instant, listOf, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { SHEET_STATUS, type SheetStatus } from '../rules/status.ts';

const answering = (act: 'open' | 'write') => ({ auth: 'org', area: 'screening/answer', act }) as const;

/** More answers than any sheet has; a device that was offline sends all of them at once. */
export const ANSWERS_MAX = 2000;
/** An id that a device gave itself. */
export const DeviceId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_.:-]+$' });

const Status = Type.Unsafe<SheetStatus>(Type.Enum([...SHEET_STATUS]));
const Value = Type.Union([Type.Number(), Type.String(), Type.Array(Type.Union([Type.Number(), Type.String()]))], {
  description: '选项的值；多选题是列表，文字题是文字',
});

const MyExam = Type.Object({
  exam_id: Type.String(),
  child_exam_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  exam_name: Type.String(),
  status: Status,
  starts_at: Instant,
  ends_at: Instant,
  answered: Type.Integer(),
  total: Type.Integer(),
  attempt: Type.Integer(),
  submitted_at: Type.Optional(Instant),
  may_retake: Type.Boolean({ description: '可以再填一次' }),
  result: Type.Boolean({ description: '学校向调用者开放了结果，并且已经计分' }),
});
export type MyExam = Type.Static<typeof MyExam>;

export const myExams = endpoint({
  name: 'screening.my-exams',
  method: 'GET',
  path: '/v1/portal/my/exams',
  summary: '我的问卷：学生看自己的，家长看孩子的，不含答案',
  access: { auth: 'org', area: 'screening/own', act: 'open' },
  response: Type.Object({
    ...listOf(MyExam).properties,
    may_answer: Type.Boolean({ description: '调用者本人填写：学生是，家长不是' }),
  }),
});

const SheetItem = Type.Object({
  item_id: Type.String(),
  text: Type.String(),
  kind: Type.String({ description: 'single、multiple、scale、number 或 text' }),
  help: Type.Optional(Type.String()),
  optional: Type.Optional(Type.Boolean()),
  options: Type.Optional(
    Type.Array(Type.Object({ value: Type.Union([Type.Number(), Type.String()]), label: Type.String() })),
  ),
  least: Type.Optional(Type.Integer()),
  most: Type.Optional(Type.Integer()),
  from: Type.Optional(Type.Number()),
  to: Type.Optional(Type.Number()),
  from_label: Type.Optional(Type.String()),
  to_label: Type.Optional(Type.String()),
  whole: Type.Optional(Type.Boolean()),
  unit: Type.Optional(Type.String()),
  max_length: Type.Optional(Type.Integer()),
  show_if: Type.Optional(Type.Unknown({ description: '显示条件，见 schemas/scales 的说明' })),
});
export const SheetScale = Type.Object({
  scale_id: Type.String(),
  version: Type.String(),
  kind: Type.String({ description: 'scale 或 questionnaire' }),
  title: Type.String(),
  instruction: Type.String(),
  items: Type.Array(SheetItem),
});
export type SheetScale = Type.Static<typeof SheetScale>;

const Sheet = Type.Object({
  child_exam_id: Type.String(),
  exam_id: Type.String(),
  exam_name: Type.String(),
  child_id: Type.String(),
  status: Status,
  starts_at: Instant,
  ends_at: Instant,
  place: Type.Integer({ description: 'exam_place' }),
  answered: Type.Integer(),
  total: Type.Integer(),
  submitted_at: Type.Optional(Instant),
  draft_key: Type.Optional(Type.String({ description: '设备用来加密草稿的密钥，32 字节，base64url' })),
  scales: Type.Array(SheetScale, { description: '开放之前和撤回同意之后没有' }),
  answers: Type.Array(
    Type.Object({ scale_id: Type.String(), item_id: Type.String(), value: Value, answered_at: Type.String() }),
  ),
});
export type Sheet = Type.Static<typeof Sheet>;

/** Takes the lease for the device: one device writes at a time. */
export const readSheet = endpoint({
  name: 'screening.sheet',
  method: 'GET',
  path: '/v1/portal/child_exams/:id',
  summary: '打开自己的问卷，并由这台设备开始填写',
  access: answering('open'),
  limited: { row: 'id' },
  params: idParam('id'),
  query: Type.Object(
    {
      device_id: Type.Optional(DeviceId),
      take: Type.Optional(Type.Boolean({ description: '从另一台设备接着在这里填' })),
    },
    { additionalProperties: false },
  ),
  response: Sheet,
});

const Progress = Type.Object({
  answered: Type.Integer(),
  total: Type.Integer(),
  offer: Type.Optional(Type.Boolean({ description: '在自己的设备上：请让学生知道可以找人谈一谈。机房里没有这一项' })),
});

export const putAnswers = endpoint({
  name: 'screening.answers',
  method: 'PUT',
  path: '/v1/portal/child_exams/:id/answers',
  summary: '保存答案：任意多个，可以重发；一个不对就全部不保存',
  access: answering('write'),
  limited: { row: 'id' },
  params: idParam('id'),
  query: Type.Object({ device_id: Type.Optional(DeviceId) }, { additionalProperties: false }),
  bodyLimit: 1_048_576,
  body: Type.Object(
    {
      device_id: Type.Optional(DeviceId),
      answers: Type.Array(
        Type.Object(
          {
            scale_id: Text(64, 1),
            item_id: Text(64, 1),
            value: Type.Unknown(),
            answered_at: Type.Optional(Instant),
            seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: ANSWERS_MAX },
      ),
    },
    { additionalProperties: false },
  ),
  response: Progress,
});

export const submitSheet = endpoint({
  name: 'screening.submit',
  method: 'POST',
  path: '/v1/portal/child_exams/:id/submit',
  summary: '交卷，可以重发；有没答的题时返回这些题，除非说明没答完也交',
  access: answering('write'),
  limited: { row: 'id' },
  params: idParam('id'),
  body: Type.Object({ incomplete: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  response: Done,
});

export const retake = endpoint({
  name: 'screening.retake',
  method: 'POST',
  path: '/v1/portal/my/exams/:id/retake',
  summary: '再填一次，得到一份新的问卷',
  access: answering('write'),
  params: idParam('id'),
  status: 201,
  response: Type.Object({ child_exam_id: Type.String() }),
});

const Dimension = Type.Object({
  dimension_id: Type.String(),
  title: Type.Optional(Type.String()),
  raw: Type.Optional(Type.Union([Type.Number(), Type.Null()], { description: '反向计分之后、转换之前的和' })),
  score: Type.Optional(Type.Union([Type.Number(), Type.Null()], { description: '缺答太多时没有' })),
  band_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  band_title: Type.Optional(Type.String()),
  words: Type.Optional(Type.String({ description: '写给调用者的话' })),
  missing: Type.Optional(Type.Integer()),
});
const ScaleResult = Type.Object({
  scale_id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  wording: Type.Optional(Type.String({ description: '题目文字：unofficial、authorised 或 none' })),
  norm_set: Type.Optional(Type.String()),
  norm_title: Type.Optional(Type.String({ description: '常模的名称' })),
  source: Type.Optional(Type.String({ description: 'answered 在线作答，imported 导入的总分' })),
  dimensions: Type.Array(Dimension),
  valid: Type.Boolean(),
  marks: Type.Optional(
    Type.Array(Type.Object({ mark_id: Type.String(), title: Type.String(), voids: Type.Boolean() })),
  ),
  scored_at: Type.Optional(Instant),
  answers: Type.Optional(
    Type.Array(Type.Object({ item_id: Type.String(), text: Type.String(), answer: Type.String() }), {
      description: '自编问卷的回答，不含没有显示的题',
    }),
  ),
});
export type ScaleResult = Type.Static<typeof ScaleResult>;
const ReplacedResult = Type.Object({
  ...ScaleResult.properties,
  ended_at: Instant,
  ended_by_name: Type.Optional(Type.String({ description: '重新计分的人；更正导入的分数时没有' })),
});

/** Staff see scores within their scope; students, guardians and class teachers what the plan opens to them. */
export const sheetResult = endpoint({
  name: 'screening.result',
  method: 'GET',
  path: '/v1/portal/child_exams/:id/result',
  summary: '一份问卷的结果：老师看分数，学生、家长和班主任看计划开放的部分',
  access: { auth: 'org', area: 'screening/result', act: 'open' },
  logged: 'exam_sheet',
  params: idParam('id'),
  response: Type.Object({
    child_exam_id: Type.String(),
    exam_id: Type.String(),
    child_id: Type.String(),
    child_name: Type.String(),
    exam_name: Type.String(),
    submitted_at: Instant,
    held: Type.Optional(Type.Boolean({ description: '要在访谈核实之后才显示' })),
    scales: Type.Array(ScaleResult),
    replaced: Type.Optional(
      Type.Array(ReplacedResult, { description: '重新计分以前的结果，最近的在前；只给看分数的老师' }),
    ),
    critical: Type.Array(Type.Object({ scale_id: Type.String(), item_id: Type.String(), value: Type.Number() })),
  }),
});
export type SheetResult = Type.Static<(typeof sheetResult)['response']>;
