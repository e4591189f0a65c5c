import * as Type from 'typebox/type';
import { Id, Instant, listOf, Text } from '../../contract/common.ts';
import { endpoint, type EndpointSpec, type EntityOp } from '../../contract/endpoint.ts';

/** Length in characters of a note to a transition. */
export const STEP_NOTE_MAX = 500;

const Key = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z0-9_]*$' });
/** Fields follow from the tenant's merged schema. */
const Values = Type.Record(Type.String(), Type.Unknown());
const State = Type.Union([Type.String(), Type.Integer()]);

/** A state that a row has got: at its creation (without `key`), or by a transition. */
const Step = Type.Object({
  step_id: Type.String(),
  key: Type.Optional(Type.String()),
  label: Type.Optional(Type.String({ description: '操作当时的名称' })),
  from: Type.Optional(State),
  to: State,
  at: Instant,
  user_name: Type.String(),
  note: Type.Optional(Type.String()),
});
export type Step = Type.Static<typeof Step>;

interface Spec {
  name: string;
  title: string;
  path: string;
  area: string;
  param?: string;
}

/** The calls of a resource whose rows have states: a transition, and the history of a row. */
export function transitionEndpoints({ name, title, path, area, param }: Spec, named: Record<string, Type.TSchema>) {
  const entity = <const O extends EntityOp>(op: O) => ({ name, op, ...(param !== undefined && { param }) });
  return {
    transition: endpoint({
      name: `${name}.transition`,
      method: 'POST',
      path: `${path}/:id/transitions/:key`,
      summary: `改变${title}的状态；重复同一个请求不会再改一次`,
      access: { auth: 'org', area, act: 'update' },
      params: Type.Unsafe<{ id: string; key: string }>(
        Type.Object({ ...named, id: Id, key: Key }, { additionalProperties: false }),
      ),
      body: Type.Object(
        {
          updated_at: Type.String({ format: 'date-time', description: '提交人看到的更新时间' }),
          note: Type.Optional(Text(STEP_NOTE_MAX)),
          values: Type.Optional(Values),
        },
        { additionalProperties: false },
      ),
      response: Values,
      entity: entity('transition'),
    }),
    transitions: endpoint({
      name: `${name}.transitions`,
      method: 'GET',
      path: `${path}/:id/transitions`,
      summary: `${title}状态的历史，最早的在前`,
      access: { auth: 'org', area, act: 'open' },
      params: Type.Unsafe<{ id: string }>(Type.Object({ ...named, id: Id }, { additionalProperties: false })),
      response: listOf(Step),
      entity: entity('transitions'),
    }),
  } satisfies Record<string, EndpointSpec>;
}
