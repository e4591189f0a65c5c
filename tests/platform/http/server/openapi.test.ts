import { Validator } from '@seriousme/openapi-schema-validator';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const METHODS = ['get', 'post', 'put', 'delete'];

describe('openapi.json', () => {
  const server = useServer('embedded', { seed: false });
  const read = async (): Promise<Json> => (await server().client.publicly('GET', '/openapi.json')).json;
  const operations = (api: Json): [string, string, Json][] =>
    Object.entries<Json>(api.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]): [string, string, Json] => [path, method, operation]),
    );

  it('describes every call that is mounted, and no other', async () => {
    const documented = operations(await read()).map(
      ([path, method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    );
    const mounted = server().product.declared.map(
      ({ name, method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${name}`,
    );
    expect(documented.sort()).toEqual(mounted.sort());
    expect(documented.length).toBeGreaterThan(25);
  });

  it('is valid: unique names, every path parameter declared, every reference resolved', async () => {
    const api = await read();
    expect([api.openapi, typeof api.info.title, typeof api.info.version]).toEqual(['3.1.0', 'string', 'string']);
    const all = operations(api);
    expect(all.every(([, method]) => METHODS.includes(method))).toBe(true);
    expect(new Set(all.map(([, , { operationId }]) => operationId)).size).toBe(all.length);
    for (const [path, , { parameters, responses }] of all) {
      const inPath = parameters.filter((p: Json) => p.in === 'path').map((p: Json) => p.name);
      expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
      expect(Object.keys(responses)).toHaveLength(2);
    }
    const refs = [...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => String(ref));
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of refs)
      expect(
        ref.split('/').reduce((at: Json, key) => at?.[key], api),
        ref,
      ).toBeDefined();
  });

  it('contains valid JSON Schema in answers, bodies and parameters', async () => {
    const api = await read();
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const schemas = operations(api)
      .flatMap(([, , { requestBody, responses, parameters }]) => [
        ...Object.values<Json>(requestBody?.content ?? {}).map(({ schema }) => schema),
        ...Object.values<Json>(responses).map((r) => r.content?.['application/json']?.schema),
        ...parameters.map((p: Json) => p.schema),
      ])
      .filter(Boolean);
    const all: Json[] = [...schemas, ...Object.values(api.components.schemas)];
    expect(all.length).toBeGreaterThan(500);
    // In one document: each shared part is compiled once.
    ajv.addSchema({ $id: 'api.json', $defs: Object.fromEntries(all.entries()), components: api.components });
    for (const n of all.keys()) expect(() => ajv.compile({ $ref: `api.json#/$defs/${n}` })).not.toThrow();
    expect(api.components.schemas.class.properties.class_name).toMatchObject({ type: 'string', title: '班级名称' });
  });

  it('documents who may call what, and how to sign', async () => {
    const api = await read();
    expect(api.paths['/v1/portal/classes'].post).toMatchObject({
      'x-access': { area: 'org-manage/class', act: 'create' },
    });
    expect(api.paths['/v2/oauth2/server/time'].get.security).toEqual([]);
    expect(api.components.securitySchemes.mac.description).toContain('HMAC-SHA-256');
  });
});

describeApi('openapi.json of an organisation', (kind) => {
  const server = useServer(kind);
  const signedIn = async (org: number, role: number) =>
    (await server().client.signIn(`o${org}r${role}`)).withRole(org, role);
  const read = async (org: number, role = 4): Promise<Json> =>
    (await (await signedIn(org, role)).get('/openapi.json')).json;

  it('is a valid document, also without an organisation', async () => {
    for (const api of [
      await read(2003),
      await read(1001, 1),
      (await server().client.publicly('GET', '/openapi.json')).json,
    ])
      expect(await new Validator().validate(api)).toMatchObject({ valid: true });
  });

  it('has its own fields and resources, each at its own address, and those of no other one', async () => {
    const api = await read(2003);
    expect(api.components.schemas.class.properties.counsellor_name).toMatchObject({ title: '辅导员' });
    expect(api.components.schemas.equipment.properties.amount).toMatchObject({ type: 'integer', title: '数量' });
    expect(api.paths['/v1/portal/x/equipment'].get).toMatchObject({
      operationId: 'equipment.list',
      'x-access': { area: 'own/equipment', act: 'open' },
    });
    const filters = api.paths['/v1/portal/x/equipment'].get.parameters.map(({ name }: Json) => name);
    expect(filters).toEqual(expect.arrayContaining(['kind', 'amount_from']));
    expect(Object.keys(api.paths).filter((address) => address.startsWith('/v1/portal/x/{'))).toEqual([]);

    const other = await read(2001);
    expect(other.components.schemas.class.properties).not.toHaveProperty('counsellor_name');
    expect(other.components.schemas).not.toHaveProperty('equipment');
  });

  it('is refused where the signature is wrong', async () => {
    const admin = await signedIn(2003, 4);
    const sent = admin.outgoing('GET', '/openapi.json');
    expect((await admin.raw(sent)).status).toBe(200);
    expect(await admin.raw(sent)).toMatchObject({ status: 401, code: 'AC_NONCE_INVALID' });
    const strangers = await (await signedIn(2001, 4)).withRole(2003, 4).get('/openapi.json');
    expect(strangers.status).toBe(403);
  });
});
