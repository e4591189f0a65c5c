import * as Type from 'typebox/type';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../../src/app/server/app.ts';
import { implement, type Implementation } from '../../../../src/platform/context/server/context.ts';
import { endpoint, type EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { useServer } from '../../../support/server.ts';

describe('the server does not start', () => {
  const server = useServer('embedded', { seed: false });
  const open = endpoint({
    name: 'x.open',
    method: 'GET',
    path: '/v1/x/:id',
    summary: 'x',
    access: { auth: 'public' },
    params: Type.Object({ id: Type.String() }),
    response: Type.Object({}),
  });
  const answer = implement(open, async () => ({}));
  const start = (declared: readonly EndpointSpec[], implementations: readonly Implementation[]) =>
    buildApp(server().services, { declared, implementations });

  it('with a call that is declared but not implemented, or the reverse', async () => {
    await expect(start([open], [])).rejects.toThrow('x.open (GET /v1/x/:id) is declared and not implemented');
    await expect(start([], [answer])).rejects.toThrow('x.open (GET /v1/x/:id) is implemented and not declared');
  });

  it('with a call that is implemented twice', async () => {
    await expect(start([open], [answer, answer])).rejects.toThrow('x.open is implemented twice');
    const same = endpoint({ ...open, name: 'x.same', path: '/v1/x/:key' });
    await expect(start([open, same], [answer, implement(same, async () => ({}))])).rejects.toThrow(
      'GET /v1/x/: has two declarations',
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an area without an act', { auth: 'org', area: 'class' }],
    ['an unknown auth value', { auth: 'anybody' }],
  ])('with a call whose access is %s', async (_, access) => {
    const loose = { ...open, access } as EndpointSpec;
    await expect(start([loose], [{ ...answer, endpoint: loose }])).rejects.toThrow('x.open declares no access rule');
  });

  it('with a route beside the contract', async () => {
    const app = await buildApp(server().services, { declared: [open], implementations: [answer] });
    expect(() => app.get('/v1/hidden', () => 'x')).toThrow();
    await app.close();
  });
});
