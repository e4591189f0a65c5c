import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../support/client.ts';
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
    for (const schema of [...schemas, ...Object.values(api.components.schemas)])
      expect(() => ajv.compile({ ...schema, components: api.components })).not.toThrow();
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
