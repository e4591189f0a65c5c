import { describe, expect, it } from 'vitest';
import { isSettled } from '../../../src/platform/schema/columns.ts';
import { stateOf, transitionsFrom } from '../../../src/platform/schema/row-state.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import type { States } from '../../../src/platform/schema/states.ts';
import { AREAS, schemaFolder } from './folder.ts';

const state = {
  type: 'string',
  title: '状态',
  enum: ['asked', 'granted', 'over'],
  'x-labels': { asked: '待审', granted: '已通过', over: '已结束' },
  readOnly: true,
  'x-list': { order: 2 },
};
const title = {
  type: 'string',
  title: '用途',
  maxLength: 40,
  'x-list': { order: 1 },
  'x-form': { on: ['create', 'edit'], order: 1 },
};
const grant = { key: 'grant', label: '通过', from: ['asked'], to: 'granted' };
const states = { field: 'state', initial: 'asked', transitions: [grant] };

/** A resource of the tenant with other states, or with another state field. */
const booking = (change: object = {}, field: object = {}, meta: object = {}) => ({
  title: '预约',
  properties: { title, state: { ...state, ...field } },
  'x-resource': { label: 'title', help: '', states: { ...states, ...change }, ...meta },
});

async function checked(document: unknown, entity = 'booking') {
  const folder = schemaFolder();
  folder.overlay('2003', document, entity);
  return openSchemas({ areas: AREAS, folder: folder.path });
}
const problemsOf = async (document: unknown, entity?: string) =>
  (await checked(document, entity)).problems().map(({ pointer, reason, fix }) => ({ pointer, reason, fix }));

describe('states in a schema', () => {
  it('are accepted with a read-only field of options', async () => {
    expect(await problemsOf(booking())).toEqual([]);
    expect(await problemsOf(booking({}, {}, { settled: { field: 'state', values: ['over'] } }))).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    [
      'a field that does not exist',
      booking({ field: 'nothing' }),
      '/x-resource/states/field',
      /不是这个实体的选项字段/,
    ],
    ['a field without options', booking({ field: 'title' }), '/x-resource/states/field', /不是这个实体的选项字段/],
    ['a field that forms write', booking({}, { readOnly: false }), '/properties/state', /不能填写/],
    ['a hidden field', booking({}, { 'x-hidden': true }), '/properties/state/x-hidden', /不能隐藏/],
    ['a default beside the initial state', booking({}, { default: 'granted' }), '/properties/state/default', /default/],
    ['an unknown initial state', booking({ initial: 'new' }), '/x-resource/states/initial', /不是 state 的可选值/],
    [
      'an unknown state before',
      booking({ transitions: [{ ...grant, from: ['asked', 'new'] }] }),
      '/x-resource/states/transitions/0/from',
      /new 不是/,
    ],
    [
      'an unknown state after',
      booking({ transitions: [{ ...grant, to: 'new' }] }),
      '/x-resource/states/transitions/0/to',
      /new 不是/,
    ],
    [
      'an unknown role',
      booking({ transitions: [{ ...grant, roles: [4, 77] }] }),
      '/x-resource/states/transitions/0/roles',
      /没有编号为 77 的角色/,
    ],
    [
      'a required field that no form has',
      booking({ transitions: [{ ...grant, require: ['state'] }] }),
      '/x-resource/states/transitions/0/require/0',
      /不能在修改时填写/,
    ],
    [
      'two transitions with one key',
      booking({ transitions: [grant, { ...grant, label: '再通过' }] }),
      '/x-resource/states/transitions/1/key',
      /标识都是 grant/,
    ],
    [
      'two acts with one name in one state',
      booking({ transitions: [grant, { ...grant, key: 'again' }] }),
      '/x-resource/states/transitions/1/label',
      /两个名为/,
    ],
    ['no transition', booking({ transitions: [] }), '/x-resource/states/transitions', /1 到 40 个/],
    [
      'an unknown keyword',
      booking({ transitions: [{ ...grant, role: [4] }] }),
      '/x-resource/states/transitions/0/role',
      /未知关键字/,
    ],
    [
      'a final state that does not exist',
      booking({}, {}, { settled: { field: 'state', values: ['gone'] } }),
      '/x-resource/settled/values',
      /gone 不是/,
    ],
  ])('are refused with %s, with place and reason', async (_, document, pointer, reason) => {
    const problems = await problemsOf(document);
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    expect(problems.find((problem) => problem.pointer === pointer)?.reason).toMatch(reason);
    expect(problems.every(({ fix }) => fix !== '')).toBe(true);
  });

  it("are refused in the product's own fields, which the product writes", async () => {
    const document = {
      'x-resource': { states: { field: 'grade', initial: 7, transitions: [{ ...grant, from: [7], to: 8 }] } },
    };
    expect((await problemsOf(document, 'class')).map(({ pointer }) => pointer)).toContain('/x-resource/states/field');
  });
});

describe('the state of a row', () => {
  const of: States = {
    ...states,
    transitions: [grant, { ...grant, key: 'grant_at_once', label: '直接通过', roles: [4] }],
  };

  it('is the initial one where the row is older than the states', () => {
    expect(stateOf(of, {})).toBe('asked');
    expect(stateOf(of, { state: 'granted' })).toBe('granted');
  });

  it('allows the transitions of the state and the role', () => {
    const keysOf = (from: string, role?: number) => transitionsFrom(of, from, role).map(({ key }) => key);
    expect([keysOf('asked', 4), keysOf('asked', 8), keysOf('asked'), keysOf('granted', 4)]).toEqual([
      ['grant', 'grant_at_once'],
      ['grant'],
      ['grant'],
      [],
    ]);
  });

  it('is final where the schema says so, also as text', async () => {
    const { schema } = (await checked(booking({}, {}, { settled: { field: 'state', values: ['over'] } }))).entity(
      '2003',
      'booking',
    );
    expect([
      isSettled(schema, { state: 'over' }),
      isSettled(schema, { state: 'asked' }),
      isSettled(schema, {}),
    ]).toEqual([true, false, false]);
  });
});
