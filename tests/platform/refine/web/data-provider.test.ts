import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import classSchema from '../../../../schemas/entities/class.json' with { type: 'json' };
import { ApiError } from '../../../../src/platform/http/web/api-error.ts';
import { client, sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { createDataProvider } from '../../../../src/platform/refine/web/data-provider.ts';
import { resourceEndpoints } from '../../../../src/platform/resources/contract/resource.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { portalServer, refusal } from '../../../support/msw.ts';

const portal = portalServer();
const classes = resourceEndpoints({
  name: 'class',
  title: '班级',
  path: '/v1/portal/classes',
  area: 'org-manage/class',
  acts: [],
});
// The literal types of the JSON file are wider than those of the vocabulary.
const schema = classSchema as unknown as EntitySchema;
const provider = createDataProvider(client, new Map([['class', schema]]));

beforeAll(() => portal.listen());
afterAll(() => portal.close());
beforeEach(() => {
  portal.reset();
  sessionStore.clear();
  sessionStore.setSession(sessionFrom(portal.pair('a'), Date.now(), 'password'));
  sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
});

describe('the data provider', () => {
  it('lists by page, size, sort and filters at the path of the schema', async () => {
    portal.answer(classes.list, { total: 36, items: [{ class_id: 'c1' }] });
    const answer = await provider.getList({
      resource: 'class',
      pagination: { currentPage: 2, pageSize: 20 },
      sorters: [{ field: 'grade', order: 'desc' }],
      filters: [{ field: 'grade', operator: 'in', value: [7] }],
    });
    expect(answer).toEqual({ total: 36, data: [{ class_id: 'c1' }] });
    expect(portal.requests(classes.list)[0]?.query).toEqual({ page: '2', size: '20', sort: '-grade', grade: '7' });
  });

  it('gets, creates, updates by PUT and deletes', async () => {
    portal.answer(classes.get, { class_id: 'c/1' });
    portal.answer(classes.create, { class_id: 'c2' });
    portal.answer(classes.update, { class_id: 'c2' });
    portal.answer(classes.delete, { ok: true, total: 1 });
    expect((await provider.getOne({ resource: 'class', id: 'c1' })).data).toEqual({ class_id: 'c/1' });
    expect((await provider.create({ resource: 'class', variables: { class_name: '一班' } })).data).toEqual({
      class_id: 'c2',
    });
    expect((await provider.update({ resource: 'class', id: 'c2', variables: { class_name: '二班' } })).data).toEqual({
      class_id: 'c2',
    });
    expect((await provider.deleteOne({ resource: 'class', id: 'c2' })).data).toEqual({
      ok: true,
      total: 1,
    });
    expect(portal.requests().map(({ endpoint, body }) => [endpoint, body])).toEqual([
      ['class.get', undefined],
      ['class.create', { class_name: '一班' }],
      ['class.update', { class_name: '二班' }],
      ['class.delete', undefined],
    ]);
  });

  it('deletes a batch in one call', async () => {
    portal.answer(classes.batchDelete, { total: 2 });
    expect(await provider.deleteMany?.({ resource: 'class', ids: ['c1', 'c2'] })).toEqual({ data: [] });
    expect(portal.requests().map(({ endpoint, body }) => [endpoint, body])).toEqual([
      ['class.batch-delete', { ids: ['c1', 'c2'] }],
    ]);
  });

  it('names the rows that prevented a batch, without a message where it was requested', async () => {
    const details = [{ field: 'c2', message: '班级中还有学生' }];
    portal.answer(classes.batchDelete, refusal('PSY_CONFLICT', { details }));
    const error = await provider
      .deleteMany?.({ resource: 'class', ids: ['c1', 'c2'], meta: { quiet: true } })
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'PSY_CONFLICT', quiet: true, details });
  });

  it('sends a custom call with query, filters, body and headers', async () => {
    portal.answer(classes.list, { total: 0, items: [] });
    portal.answer(classes.create, { class_id: 'c2' });
    const read = await provider.custom?.({
      url: '/v1/portal/classes',
      method: 'get',
      query: { page: 1 },
      filters: [{ field: 'grade', operator: 'in', value: [7, 8] }],
      sorters: [{ field: 'grade', order: 'asc' }],
    });
    const written = await provider.custom?.({
      url: '/v1/portal/classes',
      method: 'post',
      payload: { class_name: '一班' },
      headers: { 'idempotency-key': 'k1' },
    });
    expect([read?.data, written?.data]).toEqual([{ total: 0, items: [] }, { class_id: 'c2' }]);
    expect(portal.requests(classes.list)[0]?.query).toEqual({ page: '1', grade: '7,8', sort: 'grade' });
    const [sent] = portal.requests(classes.create);
    expect([sent?.body, sent?.headers.get('idempotency-key')]).toEqual([{ class_name: '一班' }, 'k1']);
  });

  it('escapes an id in the path', async () => {
    portal.answer(classes.get, {});
    await provider.getOne({ resource: 'class', id: '../x?y' });
    expect(portal.requests(classes.get)[0]?.target).toBe('/v1/portal/classes/..%2Fx%3Fy');
  });

  it('fails with the failure of the server, without a message where it was requested', async () => {
    portal.answer(classes.get, refusal('PSY_NOT_FOUND'));
    const failure = async (meta?: { quiet: boolean }) =>
      provider.getOne({ resource: 'class', id: 'c1', meta }).catch((error: unknown) => error);
    const [loud, quiet] = [await failure(), await failure({ quiet: true })];
    expect(
      [loud, quiet].map((error) => error instanceof ApiError && [error.statusCode, error.code, error.quiet]),
    ).toEqual([
      [404, 'PSY_NOT_FOUND', false],
      [404, 'PSY_NOT_FOUND', true],
    ]);
  });

  it('refuses a resource without a schema', async () => {
    await expect(async () => provider.getList({ resource: 'student' })).rejects.toThrow(/no schema/);
  });
});
