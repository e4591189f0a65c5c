import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDefinitions } from '../../../src/app/server/check-definitions.ts';
import { ConfigError } from '../../../src/app/server/config/config.ts';
import { loadConfig } from '../../../src/app/server/config/load.ts';
import { tenantFolder } from '../../../src/app/server/tenant-folder.ts';
import { watchDefinitions } from '../../../src/app/server/watch-definitions.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import type { Client } from '../../support/client.ts';
import { describeApi } from '../../support/databases.ts';
import { startServer, useServer, type TestServer } from '../../support/server.ts';

const parent = mkdtempSync(path.join(os.tmpdir(), 'xinyu tenants '));
afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }));

const shelter = (more: object = {}) => ({
  properties: {
    shelter: {
      type: 'string',
      title: '集合点',
      maxLength: 20,
      'x-form': { on: ['create', 'edit'], order: 9 },
      ...more,
    },
  },
});

function folder(name: string) {
  const dir = path.join(parent, name);
  const { schemas, policies } = tenantFolder(dir);
  mkdirSync(schemas, { recursive: true });
  cpSync(path.join(root, 'schemas/tenants/2003'), path.join(schemas, '2003'), { recursive: true });
  const put = (file: string, content: unknown) => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  return { dir, schemas, policies, put, class: (content: unknown) => put('schemas/tenants/2001/class.json', content) };
}

const TIMES = { pollMs: 150, settleMs: 40 };
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

describeApi('a folder of organisations outside of the product', (kind) => {
  const own = folder('shared');
  own.class(shelter());
  const server = useServer(kind, { tenantsDir: own.dir });
  let other: TestServer;
  const metrics = new Registry();
  let watch: Awaited<ReturnType<typeof watchDefinitions>>;
  let second: typeof watch;
  let leader: Client;

  beforeAll(async () => {
    other = await startServer(server().db, { tenantsDir: own.dir });
    watch = await watchDefinitions(server().product, own.dir, { metrics, ...TIMES });
    second = await watchDefinitions(other.product, own.dir, { metrics: new Registry(), ...TIMES });
    leader = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    return async () => {
      await watch.close();
      await second.close();
      await other.close();
    };
  });

  const fields = async (client = leader) =>
    Object.keys((await client.get('/v1/portal/schemas/class')).data.properties as object);
  const gauge = async () => (await metrics.getSingleMetric('definitions_refused')?.get())?.values[0]?.value;
  const problems = () => server().services.schemas.problems();
  const colleague = () => other.client.signIn('o2001r4').then((client) => client.withRole(2001, 4));

  it('is what the server starts with, in place of the folder in the product', async () => {
    expect(await fields()).toContain('shelter');
    const made = { class_name: '集合班', period: 3, grade: 7, shelter: '操场' };
    expect((await leader.post('/v1/portal/classes', made)).status).toBe(201);
    expect(server().services.schemas.own('2001', 'custom-intervention')).toBeUndefined();
    expect(await gauge()).toBe(0);
  });

  it('is taken over by every running process when a file changes', async () => {
    own.class(shelter({ title: '避险集合点' }));
    await eventually(async () => {
      const { data } = await leader.get('/v1/portal/schemas/class');
      expect(data.properties.shelter.title).toBe('避险集合点');
    });
    await eventually(() => expect(second.detail().digest).toBe(watch.detail().digest));
    const { data } = await (await colleague()).get('/v1/portal/schemas/class');
    expect(data.properties.shelter.title).toBe('避险集合点');
    own.put('schemas/tenants/2002/class.json', shelter());
    await eventually(async () => {
      const there = (await server().client.signIn('o2002r4')).withRole(2002, 4);
      expect(await fields(there)).toContain('shelter');
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['is not JSON', '{ "properties": ', /不是 JSON/],
    ['has a pattern that may take exponential time', shelter({ pattern: '^(a+)+$' }), /括号/],
    ['is too large', shelter({ description: '长'.repeat(100_000) }), /超过 256 KiB/],
    ['is too deep', `{"properties":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`, /嵌套超过 32 层/],
  ])('keeps the last valid file where the new one %s', async (_, content, reason) => {
    own.class(content);
    await eventually(() => expect(watch.detail().problems).toBeGreaterThan(0));
    expect(problems().map(({ file, serving }) => [file, serving])).toContainEqual([
      path.join(own.schemas, '2001/class.json'),
      'last-good',
    ]);
    expect(
      problems()
        .map((problem) => problem.reason)
        .join(),
    ).toMatch(reason);
    expect(await fields()).toContain('shelter');
    expect(server().log.text).toContain('overlay not in force');
    const checked = await checkDefinitions({
      schemasDir: path.join(root, 'schemas'),
      policiesDir: path.join(root, 'policies'),
      own: tenantFolder(own.dir),
    });
    expect([checked.ok, checked.text]).toEqual([false, expect.stringMatching(reason)]);
    own.class(shelter());
    await eventually(() => expect(watch.detail().problems).toBe(0));
  });

  it('changes rights by files in place of the product’s, all or nothing', async () => {
    const table = readFileSync(path.join(root, 'policies/access.csv'), 'utf8');
    const ofLeader = 'p, org-manage/class, *, 3, 4|5|12|14,';
    expect(table).toContain(ofLeader);
    expect((await leader.get('/v1/portal/classes?page=1&size=5')).status).toBe(200);
    own.put('policies/access.csv', `${table}\np, site-setting, *, 3, 99, *, *, *\n`);
    await eventually(() => expect(watch.detail().refused).toBe(true));
    expect(await gauge()).toBe(1);
    expect(server().log.text).toContain('definitions stay as they were');
    expect((await leader.get('/v1/portal/classes?page=1&size=5')).status).toBe(200);
    own.put('policies/access.csv', table.replace(ofLeader, ofLeader.replace('4|', '')));
    await eventually(async () =>
      expect((await leader.get('/v1/portal/classes?page=1&size=5')).code).toBe('AC_FORBIDDEN'),
    );
    await eventually(async () =>
      expect((await (await colleague()).get('/v1/portal/classes?page=1&size=5')).code).toBe('AC_FORBIDDEN'),
    );
    rmSync(own.policies, { recursive: true });
    await eventually(async () => expect((await leader.get('/v1/portal/classes?page=1&size=5')).status).toBe(200));
    expect([watch.detail().refused, await gauge()]).toEqual([false, 0]);
  });

  it('loses a field with its file, and nothing where the whole folder is away', async () => {
    rmSync(path.join(own.schemas, '2001'), { recursive: true });
    await eventually(async () => expect(await fields()).not.toContain('shelter'));
    own.class(shelter());
    await eventually(async () => expect(await fields()).toContain('shelter'));
    renameSync(own.schemas, `${own.schemas} away`);
    await eventually(() => expect(watch.detail().refused).toBe(true));
    expect(await fields()).toContain('shelter');
    renameSync(`${own.schemas} away`, own.schemas);
    await eventually(() => expect(watch.detail().refused).toBe(false));
    expect(await fields()).toContain('shelter');
  });

  it('is not taken over where it changes while it is read', async () => {
    let turns = 0;
    const unwatched = folder('replaced');
    unwatched.class(shelter());
    const replaced = await startServer(server().db, { tenantsDir: unwatched.dir });
    const { reload } = replaced.product;
    // Another process puts the folder away after the look that found it, as a deployment does.
    const following = await watchDefinitions(
      {
        ...replaced.product,
        reload: (confirm) => {
          turns += 1;
          renameSync(unwatched.schemas, `${unwatched.schemas} away`);
          return reload(confirm);
        },
      },
      unwatched.dir,
      { metrics: new Registry(), ...TIMES },
    );
    unwatched.put('schemas/tenants/2002/class.json', shelter());
    await eventually(() => expect(following.detail().refused).toBe(true));
    await following.close();
    expect(turns).toBe(1);
    expect(replaced.services.schemas.entity('2001', 'class').schema.properties).toHaveProperty('shelter');
    await replaced.close();
  });
});

describe('TENANTS_DIR', () => {
  it('must hold the tree before anything starts', () => {
    const { dir } = folder('configured');
    const read = (env: Record<string, string>) => loadConfig({ env, serving: false }).tenantsDir;
    expect(read({ TENANTS_DIR: dir })).toBe(dir);
    expect(read({})).toBeUndefined();
    expect(() => read({ TENANTS_DIR: parent })).toThrow(ConfigError);
    expect(() => read({ TENANTS_DIR: parent })).toThrow('里没有 schemas/tenants');
  });
});
