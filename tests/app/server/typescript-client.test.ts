import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { generateClient } from '../../../src/app/server/typescript-client/generate-client.ts';
import type { Client, ClientOptions } from '../../../src/app/server/typescript-client/runtime.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { describeApi } from '../../support/databases.ts';
import { useServer } from '../../support/server.ts';

type AnyCalls = Record<string, { takes: Record<string, unknown>; answers: unknown }>;
interface Listed {
  items: { class_id: string; period: number; grade: number }[];
}
interface Generated {
  createClient: (options: ClientOptions) => Client<AnyCalls>;
}

/** What a program of school 2003 may write; each line marked as an error must be one. */
const USE = `import { createClient, type Calls } from './client.ts';
const call = createClient({ origin: 'https://portal.example', clientId: '', clientSecret: '' });
const { items, total } = await call('student.list', { query: { size: 1 } });
const name: string | undefined = items[0]?.child_name;
const made = await call('equipment.create', { body: { equipment_name: '沙盘', kind: 'sandplay' } });
const id = made.equipment_id;
await call('equipment.update', { path: { id }, body: { equipment_name: '沙盘二' } });
const file: Uint8Array = await call('student.export');
// @ts-expect-error A call that does not exist.
await call('student.lists');
// @ts-expect-error A required field is missing.
await call('equipment.create', { body: { kind: 'sandplay' } });
// @ts-expect-error Another type.
await call('equipment.create', { body: { equipment_name: 5, kind: 'sandplay' } });
// @ts-expect-error No option of the field.
await call('equipment.create', { body: { equipment_name: '沙盘', kind: 'boat' } });
// @ts-expect-error The path has an id.
await call('student.get', {});
// @ts-expect-error A field that only the server writes.
await call('class.create', { body: { class_name: '一班', period: 1, grade: 1, class_id: 'x' } });
createClient({ origin: 'https://portal.example', clientId: '', privateKey: '-----BEGIN PRIVATE KEY-----' });
// @ts-expect-error Neither a secret nor a private key.
createClient({ origin: 'https://portal.example', clientId: '' });
// @ts-expect-error Both.
createClient({ origin: 'https://portal.example', clientId: '', clientSecret: '', privateKey: '' });
console.log(name, total, file, {} as Calls);
`;

const RIGHTS = [
  { area: 'org-manage/class', act: 'open' },
  { area: 'org-manage/class', act: 'create' },
  { area: 'org-manage/class', act: 'export' },
];

describeApi('the TypeScript client of an organisation', (kind) => {
  const server = useServer(kind);
  let folder = '';
  const generated = async () => (await import(/* @vite-ignore */ path.join(folder, 'client.ts'))) as Generated;
  const admin = async () => (await server().client.signIn('o2003r4')).withRole(2003, 4).verified();

  beforeAll(async () => {
    const answer = await (await admin()).get('/openapi.json');
    folder = mkdtempSync(path.join(inject('databases').folder, 'client-'));
    writeFileSync(path.join(folder, 'client.ts'), await generateClient(answer.json as Record<string, unknown>));
  });

  it('has the types of its own fields and resources', () => {
    writeFileSync(path.join(folder, 'use.ts'), USE);
    const strict = { strict: true, noEmit: true, target: 'ES2023', module: 'ESNext', moduleResolution: 'bundler' };
    const options = { ...strict, lib: ['ES2023', 'DOM'], types: [], allowImportingTsExtensions: true };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  });

  describe('calls as a system', () => {
    const make = async (more: object = {}) => {
      const body = { name: '教务系统', rights: RIGHTS, networks: [], valid_days: 30, ...more };
      const answer = await (await admin()).post('/v1/portal/service_accounts', body);
      expect(answer.status, answer.text).toBe(201);
      return answer.data as { service_id: string; client_id: string; client_secret: string };
    };
    const account = async () => {
      const { client_id, client_secret } = await make();
      return { origin: server().url, clientId: client_id, clientSecret: client_secret };
    };
    const publicPem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
    const privatePem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const privateJwk = (key: KeyObject) => JSON.stringify({ ...key.export({ format: 'jwk' }), use: 'sig', kid: 'own' });
    const cryptoKey = (key: KeyObject, algorithm: { name: string; namedCurve?: string }) =>
      crypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), algorithm, false, ['sign']);
    /** What the portal was sent, by address. */
    const watched = () => {
      const sent: string[] = [];
      const { fetch: real } = globalThis;
      vi.stubGlobal('fetch', async (url: URL, options: RequestInit) => {
        sent.push(`${url.pathname} ${String(options.body)}`);
        return real(url, options);
      });
      return sent;
    };
    afterEach(() => void vi.unstubAllGlobals());

    it('with signatures, parameters of path and query, bodies and files', async () => {
      const call = (await generated()).createClient(await account());
      const list = (await call('class.list', { query: { size: 1, class_name: '班' } })) as Listed;
      expect(list.items).toHaveLength(1);
      const [first] = list.items;
      expect(await call('class.get', { path: { id: first?.class_id } })).toMatchObject({ ...first });
      const body = { class_name: '接口班', period: first?.period, grade: first?.grade };
      const made = await call('class.create', { body, idempotencyKey: 'one' });
      expect(made).toMatchObject({ class_name: '接口班' });
      expect(await call('class.create', { body, idempotencyKey: 'one' })).toEqual(made);
      const file = (await call('class.export', { query: { format: 'csv' } })) as Uint8Array;
      expect(new TextDecoder().decode(file)).toContain('接口班');
    });

    it.each([
      ['Ed25519', generateKeyPairSync('ed25519'), { name: 'Ed25519' }],
      ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }), { name: 'ECDSA', namedCurve: 'P-256' }],
    ])('with a private key of %s in place of a secret, which never leaves the system', async (_, pair, algorithm) => {
      const { createClient } = await generated();
      const { client_id } = await make({ public_key: publicPem(pair.publicKey) });
      const keys = [
        privatePem(pair.privateKey),
        privateJwk(pair.privateKey),
        await cryptoKey(pair.privateKey, algorithm),
      ];
      const sent = watched();
      for (const privateKey of keys) {
        const call = createClient({ origin: server().url, clientId: client_id, privateKey });
        const lists = await Promise.all([call('class.list', {}), call('class.list', { query: { size: 1 } })]);
        expect(lists.map((list) => (list as Listed).items.length > 0)).toEqual([true, true]);
      }
      // One proof for all calls of a client.
      const proofs = sent.filter((one) => one.includes('service_sign_in'));
      expect(proofs).toHaveLength(keys.length);
      const { d = '' } = pair.privateKey.export({ format: 'jwk' });
      expect(sent.filter((one) => one.includes(d))).toEqual([]);
    });

    it('with the new private key after the public key was replaced, and with no other one', async () => {
      const { createClient } = await generated();
      const [former, next] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
      const { client_id, service_id } = await make({ public_key: publicPem(former.publicKey) });
      const callWith = (privateKey: string) =>
        createClient({ origin: server().url, clientId: client_id, privateKey })('class.list', {});
      await callWith(privatePem(former.privateKey));
      const body = { overlap_hours: 0, public_key: publicPem(next.publicKey) };
      expect((await (await admin()).post(`/v1/portal/service_accounts/${service_id}/rotate`, body)).status).toBe(200);
      await callWith(privatePem(next.privateKey));
      await expect(callWith(privatePem(former.privateKey))).rejects.toMatchObject({ code: 'AC_SERVICE_REFUSED' });
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      for (const wrong of [privatePem(rsa), publicPem(next.publicKey), 'no key'])
        await expect(callWith(wrong)).rejects.toThrow(/^privateKey is no Ed25519 or P-256 key/);
    });

    it('and reports a refusal with its code', async () => {
      const { createClient } = await generated();
      const options = await account();
      await expect(createClient(options)('student.list', {})).rejects.toMatchObject({
        name: 'CallRefused',
        status: 403,
        code: 'AC_FORBIDDEN',
      });
      const stranger = createClient({ ...options, clientSecret: 'another' });
      await expect(stranger('class.list', {})).rejects.toMatchObject({ code: 'AC_SERVICE_REFUSED' });
      const wrong = createClient(options)('class.create', { body: { period: 1 } });
      await expect(wrong).rejects.toMatchObject({ status: 400, code: 'PSY_INVALID_INPUT' });
    });
  });
});
