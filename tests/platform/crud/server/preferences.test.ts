import { expect, it } from 'vitest';
import { describeApi } from '../../../support/databases.ts';
import { PASSWORD, useWorld } from '../../../support/world.ts';

describeApi('preferences', (kind) => {
  const world = useWorld(kind);
  const signIn = (account: string) => world().client.signIn(account, PASSWORD);
  const path = (key: string) => `/v1/portal/users/preferences/${key}`;

  it('are empty at first, and then the last saved value', async () => {
    const client = await signIn('plain');
    expect((await client.get(path('class-list'))).data).toEqual({ value: {} });
    expect(
      (await client.put(path('class-list'), { value: { density: 'small', columns: ['class_name'] } })).data,
    ).toEqual({ ok: true });
    expect(
      (await client.put(path('class-list'), { value: { density: 'large', 学段: [1, null, { deep: true }] } })).status,
    ).toBe(200);
    expect((await client.get(path('class-list'))).data).toEqual({
      value: { density: 'large', 学段: [1, null, { deep: true }] },
    });
  });

  it('belong to one person', async () => {
    await (await signIn('plain')).put(path('mine'), { value: { a: 1 } });
    expect((await (await signIn('multi')).get(path('mine'))).data).toEqual({ value: {} });
  });

  it.each([
    ['no document', undefined],
    ['a list', { value: [] }],
    ['a text', { value: 'x' }],
    ['something beside', { value: {}, more: 1 }],
    ['a thousand settings', { value: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, i])) }],
  ])('refuse %s', async (_, body) => {
    expect((await (await signIn('plain')).put(path('class-list'), body)).status).toBe(400);
  });

  it('refuse what is too large or cannot be stored, and stay unchanged', async () => {
    const client = await signIn('plain');
    await client.put(path('kept'), { value: { a: 1 } });
    expect((await client.put(path('kept'), { value: { a: 'x'.repeat(17_000) } })).status).toBe(413);
    expect((await client.put(path('kept'), { value: { a: 'nul \u0000' } })).status).toBe(400);
    expect((await client.get(path('kept'))).data).toEqual({ value: { a: 1 } });
  });

  it('are at most a hundred, and known ones can still be changed', async () => {
    const client = await signIn('teacher');
    for (let i = 0; i < 100; i++) expect((await client.put(path(`k${i}`), { value: { i } })).status).toBe(200);
    expect((await client.put(path('one-more'), { value: {} })).status).toBe(400);
    expect((await client.put(path('k5'), { value: { i: 55 } })).status).toBe(200);
  });

  it('require a signed-in user', async () => {
    expect((await world().client.publicly('GET', path('x'))).status).toBe(401);
  });
});
