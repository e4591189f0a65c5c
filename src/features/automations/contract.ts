import * as Type from 'typebox/type';
import { Id, Instant, listOf, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { JsonObject } from '../../platform/schema/json.ts';

const path = '/v1/portal/schema_studio/automations';
const access = { auth: 'org', area: 'schema-studio', act: 'open' } as const;
const closed = { additionalProperties: false } as const;
const Entity = Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z][a-z0-9-]*$' });
const Key = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z0-9_]*$' });

export const RUN_STATES = ['waiting', 'done', 'failed', 'skipped'] as const;
const RunState = Type.Unsafe<(typeof RUN_STATES)[number]>(Type.String({ enum: [...RUN_STATES] }));
/**
 * Why a run did nothing. `limit`: the runs of the day are used up; `depth`: too many automations created rows from each
 * other; `gone`, `off`, `state`: the row, the automation or the state is no longer there; `responsible`: the person who
 * is responsible for the automation may not do it; `refused`: the new row or the transition is not valid; `error`:
 * given up after several attempts.
 */
export const FAULTS = ['limit', 'depth', 'gone', 'off', 'state', 'responsible', 'refused', 'error'] as const;
export type Fault = (typeof FAULTS)[number];

const Run = Type.Object({
  run_id: Type.String(),
  automation: Type.String(),
  title: Type.String(),
  row_id: Type.String(),
  event: Type.String({ description: 'create、state、stay 或 date' }),
  state: RunState,
  fault: Type.Optional(Type.Unsafe<Fault>(Type.String())),
  reason: Type.Optional(Type.String()),
  notified: Type.Optional(Type.Integer()),
  left_out: Type.Optional(Type.Integer({ description: '无权查看这一行、因此未通知的人数' })),
  created: Type.Optional(Type.String({ description: '新增的一行的标识' })),
  moved: Type.Optional(Type.String({ description: '执行了的操作' })),
  created_at: Instant,
  ended_at: Type.Optional(Instant),
});
export type Run = Type.Static<typeof Run>;

export const automationRuns = endpoint({
  name: 'automations.runs',
  method: 'GET',
  path: `${path}/:entity/runs`,
  summary: '一个资源的自动化最近的运行，最近的在前',
  access,
  params: Type.Object({ entity: Entity }, closed),
  query: Type.Object({ ...paging, state: Type.Optional(RunState) }, closed),
  response: Type.Object({
    ...listOf(Run).properties,
    failed: Type.Integer({ description: '最近 7 天没有完成的次数' }),
    today: Type.Integer({ description: '本单位今天的运行次数' }),
    limit: Type.Integer({ description: '本单位每天最多几次' }),
  }),
});

/** What a run would do with a row: nothing is sent, stored or logged. */
export const automationTest = endpoint({
  name: 'automations.test',
  method: 'POST',
  path: `${path}/:entity/test`,
  summary: '用一行试运行草稿中的一个自动化，什么也不做',
  access,
  params: Type.Object({ entity: Entity }, closed),
  bodyLimit: 256 * 1024,
  body: Type.Object(
    { overlay: Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown())), automation: Key, id: Id },
    closed,
  ),
  response: Type.Object({
    applies: Type.Boolean({ description: '这一行现在是否在自动化所写的状态' }),
    due: Type.Optional(Instant),
    people: Type.Array(
      Type.Object({ name: Type.String(), role: Type.Integer(), title: Type.String(), text: Type.String() }),
    ),
    notified: Type.Integer(),
    left_out: Type.Integer(),
    creates: Type.Optional(
      Type.Object({
        title: Type.String(),
        values: Type.Array(Type.Object({ title: Type.String(), value: Type.String() })),
        problem: Type.Optional(Type.String()),
      }),
    ),
    moves: Type.Optional(
      Type.Object({ label: Type.String({ description: '操作的名称' }), problem: Type.Optional(Type.String()) }),
    ),
    webhook: Type.Boolean(),
  }),
});
