import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as Type from 'typebox/type';
import { afterAll, expect, it } from 'vitest';
import { features } from '../../../src/app/server/features.ts';
import { implement } from '../../../src/platform/context/server/context.ts';
import { endpoint } from '../../../src/platform/contract/endpoint.ts';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { errorEntry } from '../../../src/platform/errors/catalogue.ts';
import type { ServerFeature } from '../../../src/platform/feature/server/feature.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { useClient } from '../../platform/resources/server/support.ts';
import { describeApi } from '../../support/databases.ts';
import { useServer } from '../../support/server.ts';

/** The data of a feature: an entity, and a row of rights for its area. */
function withData(folder: string): { schemasDir: string; policiesDir: string } {
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'entities'), { recursive: true });
  writeFileSync(path.join(schemasDir, 'entities/reading-corner.json'), JSON.stringify(READING_CORNER));
  appendFileSync(path.join(policiesDir, 'access.csv'), '\np, reading-corner, *, 3, 4|5, 2, *, *\n');
  return { schemasDir, policiesDir };
}

const READING_CORNER = {
  $schema: '../vocabulary.json',
  $id: 'reading-corner',
  title: '阅读角',
  type: 'object',
  'x-resource': {
    path: '/v1/portal/reading_corners',
    table: 'tenant_rows',
    area: 'reading-corner',
    id: 'reading_corner_id',
    label: 'corner_name',
    sort: 'corner_name',
    help: '班级和走廊里的阅读角。',
    icon: 'book',
    acts: ['create', 'update', 'delete'],
  },
  required: ['corner_name'],
  properties: {
    reading_corner_id: { type: 'string', title: '标识', readOnly: true },
    corner_name: {
      type: 'string',
      title: '名称',
      maxLength: 40,
      'x-list': { order: 1, width: 200 },
      'x-form': { on: ['create', 'edit'], order: 1 },
    },
    updated_at: { type: 'string', format: 'date-time', title: '更新时间', readOnly: true },
  },
};

/** The folder of a feature: its contract, its error codes, its handlers, and `server/feature.ts`. */
const countCorners = endpoint({
  name: 'readingCorners.count',
  method: 'GET',
  path: '/v1/portal/reading_corners/count',
  summary: '阅读角的个数',
  access: { auth: 'org', area: 'reading-corner', act: 'open' },
  response: Type.Object({ count: Type.Integer() }),
});

const openCorner = endpoint({
  name: 'readingCorners.open',
  method: 'POST',
  path: '/v1/portal/reading_corners/open',
  summary: '开放阅读角',
  access: { auth: 'org', area: 'reading-corner', act: 'open' },
  response: Type.Object({ ok: Type.Literal(true) }),
});

declare module '../../../src/platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_CORNER_CLOSED: ErrorEntry;
  }
}

const readingCorners: ServerFeature = {
  name: 'reading-corners',
  contract: [{ countCorners, openCorner }],
  handlers: [
    implement(countCorners, () => Promise.resolve({ count: 0 })),
    implement(openCorner, () => Promise.reject(new AppError('PSY_CORNER_CLOSED'))),
  ],
  errors: { PSY_CORNER_CLOSED: errorEntry(409, '阅读角现在不开放') },
};

describeApi('a new feature', (kind) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'new-feature-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // One line in the list of features; nothing else of the product knows it.
  const server = useServer(kind, { ...withData(folder), features: [...features, readingCorners] });

  const administrator = useClient(server, 2001, 4);
  const teacher = useClient(server, 2001, 7);

  it('answers its own call and those of its entity, and refuses roles without the right', async () => {
    expect((await administrator().get(countCorners.path)).data).toEqual({ count: 0 });
    const created = await administrator().post('/v1/portal/reading_corners', { corner_name: '一楼走廊' });
    expect(created.status).toBe(201);
    const list = await administrator().get('/v1/portal/reading_corners');
    expect(list.data).toMatchObject({ total: 1, items: [{ corner_name: '一楼走廊' }] });
    expect((await teacher().get('/v1/portal/reading_corners')).status).toBe(403);
  });

  it('refuses with an error code of its own', async () => {
    const refused = await administrator().post(openCorner.path, {});
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ code: 'PSY_CORNER_CLOSED', message: '阅读角现在不开放' });
  });
});
