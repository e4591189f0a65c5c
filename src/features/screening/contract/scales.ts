import * as Type from 'typebox/type';
import { Instant, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const reading = { auth: 'org', area: 'screening/scale', act: 'open' } as const;
const releasing = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/release', act }) as const;

export const ScaleId = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' });
export const scaleParams = Type.Object({ scale_id: ScaleId }, { additionalProperties: false });

const head = {
  scale_id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  kind: Type.String({ description: 'scale、totals 或 questionnaire' }),
  about: Type.String(),
  licence: Type.String({ description: 'cleared、unclear、slot、declared 或 own' }),
  wording: Type.String({ description: '题目文字：unofficial、authorised 或 none' }),
  item_count: Type.Integer(),
  sensitive: Type.Boolean({ description: '含有自杀、自伤题目，使用前要放行' }),
  ages: Type.Optional(
    Type.Object({ from: Type.Integer(), to: Type.Optional(Type.Integer()) }, { description: '适用年龄，周岁' }),
  ),
};
const ScaleHead = Type.Object(head);
export type ScaleHead = Type.Static<typeof ScaleHead>;

export const ScaleItem = Type.Object({
  item_id: Type.String(),
  text: Type.String(),
  kind: Type.String({ description: 'single、multiple、scale、number 或 text' }),
  options: Type.Array(Type.Object({ value: Type.Union([Type.Number(), Type.String()]), label: Type.String() })),
  critical: Type.Optional(Type.Boolean()),
  topic: Type.Optional(Type.String({ description: 'suicide、self-harm、violence 或 abuse' })),
});

export const ScaleDetail = Type.Object({
  ...head,
  instruction: Type.Optional(Type.String()),
  licence_source: Type.Optional(Type.Array(Type.String())),
  authorised_text: Type.Optional(Type.String({ description: '授权文本从哪里取得' })),
  licence_note: Type.Optional(Type.String()),
  declaration: Type.Optional(
    Type.Object({ by: Type.String(), on: Type.String(), statement: Type.String() }, { description: '授权声明' }),
  ),
  confirmation: Type.Optional(
    Type.Object(
      { user_name: Type.String(), confirmed_at: Instant, reason: Type.String() },
      { description: '授权待确认的量表：由谁确认可以使用；没有就还不能发布' },
    ),
  ),
  items: Type.Array(ScaleItem),
  dimensions: Type.Array(
    Type.Object({
      dimension_id: Type.String(),
      title: Type.String(),
      bands: Type.Array(
        Type.Object({
          band_id: Type.String(),
          title: Type.String(),
          from: Type.Number(),
          to: Type.Number(),
          tone: Type.String(),
          order: Type.Integer(),
        }),
        { description: '按默认常模' },
      ),
    }),
  ),
  band_titles: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: '全部分级的名称，包括只在其他常模里用的' }),
  ),
  norm_sets: Type.Array(Type.Object({ norm_set_id: Type.String(), title: Type.String(), source: Type.String() })),
});
export type ScaleDetail = Type.Static<typeof ScaleDetail>;

/** The packs that the school may use, licence slots included. */
export const scales = endpoint({
  name: 'screening.scales',
  method: 'GET',
  path: '/v1/portal/scales',
  summary: '本校可用的量表和问卷',
  access: reading,
  response: Type.Object({ total: Type.Integer({ minimum: 0 }), items: Type.Array(ScaleHead) }),
});

export const scale = endpoint({
  name: 'screening.scale',
  method: 'GET',
  path: '/v1/portal/scales/:scale_id',
  summary: '一个量表：题目、选项、维度和分级，关键题有标记',
  access: reading,
  params: scaleParams,
  response: ScaleDetail,
});

const Releases = Type.Object({
  scale_id: Type.String(),
  version: Type.String(),
  needed: Type.Boolean({ description: '这个量表需要放行' }),
  released: Type.Boolean({ description: '可以用在测评里' }),
  missing: Type.Optional(Type.String({ description: '还缺什么' })),
  items: Type.Array(
    Type.Object({
      user_id: Type.String(),
      user_name: Type.String(),
      role_id: Type.Integer(),
      released_at: Instant,
    }),
  ),
});

export const scaleReleases = endpoint({
  name: 'screening.releases',
  method: 'GET',
  path: '/v1/portal/scales/:scale_id/releases',
  summary: '量表当前版本在本校的放行',
  access: releasing('open'),
  params: scaleParams,
  response: Releases,
});

/** Two different people release a pack with items about suicide, one of them a psychology teacher. */
export const releaseScale = endpoint({
  name: 'screening.release',
  method: 'POST',
  path: '/v1/portal/scales/:scale_id/releases',
  summary: '看过学生的页面以后，放行含有自杀、自伤题目的量表；同一个人重复放行没有作用',
  access: releasing('release'),
  params: scaleParams,
  query: Type.Object(
    { version: Type.Optional(Text(40, 1)) },
    { additionalProperties: false, description: '看过的版本；不写就是现在的版本' },
  ),
  response: Releases,
});
