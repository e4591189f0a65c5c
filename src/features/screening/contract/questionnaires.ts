import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Draft } from '../rules/questionnaires/draft-schema.ts';
import { PackFinding } from './packs.ts';
import { ScaleId, scaleParams } from './scales.ts';

const composing = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/questionnaire', act }) as const;
const strict = { additionalProperties: false } as const;
const PATH = '/v1/portal/questionnaires';
const ONE = `${PATH}/:scale_id`;

const State = Type.String({ description: 'draft 草稿，published 已发布，changed 发布以后有改动' });
const Version = Type.Optional(Type.String({ description: '已发布的版本' }));
const Head = Type.Object({
  scale_id: Type.String(),
  title: Type.String(),
  item_count: Type.Integer(),
  state: State,
  version: Version,
  updated_at: Instant,
  updated_by_name: Type.String(),
});
export type QuestionnaireHead = Type.Static<typeof Head>;

export const questionnaires = endpoint({
  name: 'questionnaire.list',
  method: 'GET',
  path: PATH,
  summary: '本校自编的问卷，最近修改的在前',
  access: composing('open'),
  response: listOf(Head),
});

export const createQuestionnaire = endpoint({
  name: 'questionnaire.create',
  method: 'POST',
  path: PATH,
  summary: '新建问卷，或者复制一份',
  access: composing('write'),
  status: 201,
  body: Type.Object({ title: Text(60, 1), copy_of: Type.Optional(ScaleId) }, strict),
  response: Type.Object({ scale_id: Type.String() }),
});

const Revision = Type.Integer({ minimum: 1, description: '读到的修订号' });
const Findings = Type.Array(PackFinding, { description: '发布之前要处理的问题' });

export const questionnaire = endpoint({
  name: 'questionnaire.get',
  method: 'GET',
  path: ONE,
  summary: '一份问卷的草稿；没有草稿时是已发布的内容',
  access: composing('open'),
  params: scaleParams,
  response: Type.Object({
    scale_id: Type.String(),
    revision: Revision,
    state: State,
    version: Version,
    draft: Draft,
    findings: Findings,
  }),
});

export const saveQuestionnaire = endpoint({
  name: 'questionnaire.save',
  method: 'PUT',
  path: ONE,
  summary: '保存草稿，不影响已发布的版本',
  access: composing('write'),
  params: scaleParams,
  body: Type.Object({ revision: Revision, draft: Draft }, strict),
  response: Type.Object({ revision: Revision, findings: Findings }),
});

export const publishQuestionnaire = endpoint({
  name: 'questionnaire.publish',
  method: 'POST',
  path: `${ONE}/publish`,
  summary: '发布草稿：新的测评用新版本，已发布的测评不变',
  access: composing('publish'),
  params: scaleParams,
  body: Type.Object({ revision: Revision }, strict),
  response: Type.Object({ version: Type.String() }),
});

export const removeQuestionnaire = endpoint({
  name: 'questionnaire.remove',
  method: 'DELETE',
  path: ONE,
  summary: '删除问卷；有测评用到时拒绝',
  access: composing('delete'),
  params: scaleParams,
  response: Done,
});

const Count = Type.Object({
  value: Type.Union([Type.Number(), Type.String()]),
  label: Type.String(),
  count: Type.Integer(),
});
const OverviewItem = Type.Object({
  item_id: Type.String(),
  text: Type.String(),
  kind: Type.String(),
  asked: Type.Integer({ description: '看到这道题的人数' }),
  answered: Type.Integer(),
  options: Type.Optional(Type.Array(Count)),
  numbers: Type.Optional(Type.Object({ mean: Type.Number(), lowest: Type.Number(), highest: Type.Number() })),
  texts: Type.Optional(
    Type.Array(
      Type.Object({
        child_exam_id: Type.String(),
        child_name: Type.String(),
        class_name: Type.Optional(Type.String()),
        text: Type.String(),
      }),
    ),
  ),
});
export type OverviewItem = Type.Static<typeof OverviewItem>;

/** Within the caller's scope; answers of hidden items are in none of the numbers. */
export const examAnswers = endpoint({
  name: 'questionnaire.answers',
  method: 'GET',
  path: '/v1/portal/exams/:id/questionnaires',
  summary: '一次测评里自编问卷的回答：每个选项的人数、数字的范围、管理范围内的文字',
  access: { auth: 'org', area: 'exam', act: 'open' },
  logged: 'exam',
  params: idParam('id'),
  response: Type.Object({
    exam_id: Type.String(),
    exam_name: Type.String(),
    sheets: Type.Integer({ description: '管理范围内已提交的答卷' }),
    questionnaires: Type.Array(
      Type.Object({
        scale_id: Type.String(),
        title: Type.String(),
        version: Type.String(),
        items: Type.Array(OverviewItem),
      }),
    ),
  }),
});
export type ExamAnswers = Type.Static<(typeof examAnswers)['response']>;

export const exportAnswers = endpoint({
  name: 'questionnaire.export',
  method: 'GET',
  path: '/v1/portal/exams/:id/questionnaires/:scale_id/export',
  kind: 'blob',
  summary: '导出一份自编问卷的回答，每名学生一行',
  access: { auth: 'org', area: 'exam', act: 'export' },
  params: Type.Object({ id: Id, scale_id: ScaleId }, strict),
});
