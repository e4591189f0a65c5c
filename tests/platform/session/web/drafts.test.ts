import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { draftKey } from '../../../../src/platform/session/contract.ts';
import { moveDrafts, openDrafts } from '../../../../src/platform/session/web/drafts.ts';
import { persistentStorage } from '../../../../src/platform/state/web/storage.ts';
import { NO_NETWORK, portalServer } from '../../../support/msw.ts';

const HOUR = 60 * 60_000;
const portal = portalServer();
const isText = (value: unknown): value is string => typeof value === 'string';
const names = () => Object.keys(localStorage).filter((key) => key.startsWith('xinyu.draft.'));
const signIn = (name: string) => sessionStore.setSession(sessionFrom(portal.pair(name), Date.now(), 'password'));
const open = (kind = 'report', now?: () => number) => openDrafts(kind, isText, persistentStorage, now);

beforeAll(() => portal.listen());
afterAll(() => portal.close());
beforeEach(() => {
  portal.reset();
  persistentStorage.clear();
  sessionStore.clear();
  signIn('a');
  let asked = 0;
  portal.answer(draftKey, () => ({ key: Buffer.alloc(32, ++asked).toString('base64url') }));
});

describe('unsent drafts', () => {
  it('are encrypted in the storage, differently each time, and without the key', async () => {
    const drafts = await open();
    drafts.keep('one', '王小明 长期失眠');
    const first = localStorage.getItem('xinyu.draft.one') ?? '';
    drafts.keep('one', '王小明 长期失眠');
    const all = names()
      .concat(
        names().map((name) => localStorage.getItem(name) ?? ''),
        localStorage.getItem('xinyu.session') ?? '',
      )
      .join('\n');
    for (const text of [
      '王小明',
      '失眠',
      'report',
      btoa('report'),
      Buffer.from('王小明').toString('base64'),
      Buffer.alloc(32, 1).toString('base64url'),
    ])
      expect(all).not.toContain(text);
    expect(localStorage.getItem('xinyu.draft.one')).not.toBe(first);
    expect((await open()).list()).toEqual([{ id: 'one', at: expect.any(Number) as number, value: '王小明 长期失眠' }]);
    expect(portal.requests(draftKey)).toHaveLength(1);
  });

  it('are listed by kind, latest first, until they are dropped', async () => {
    let now = 1;
    const drafts = await open('report', () => now++);
    drafts.keep('one', '甲');
    drafts.keep('two', '乙');
    (await open('verdict', () => now++)).keep('three', '丙');
    expect(drafts.list().map(({ id }) => id)).toEqual(['two', 'one']);
    drafts.drop('two');
    expect(drafts.list().map(({ value }) => value)).toEqual(['甲']);
  });

  it('are dropped after a day, and when they were moved or altered', async () => {
    const drafts = await open('report', () => 0);
    for (const id of ['old', 'moved', 'altered']) drafts.keep(id, id);
    expect((await open('report', () => 24 * HOUR)).list()).toHaveLength(3);
    localStorage.setItem('xinyu.draft.elsewhere', localStorage.getItem('xinyu.draft.moved') ?? '');
    localStorage.setItem('xinyu.draft.altered', 'AAAA');
    expect(
      drafts
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['moved', 'old']);
    expect(names().sort()).toEqual(['xinyu.draft.moved', 'xinyu.draft.old']);
    expect((await open('report', () => 24 * HOUR + 1)).list()).toEqual([]);
    expect(names()).toEqual([]);
  });

  it('go on in the next session of the same person, also after a reload', async () => {
    const drafts = await open();
    drafts.keep('one', '甲');
    localStorage.setItem('xinyu.draft.foreign', 'AAAA');
    signIn('b');
    await moveDrafts();
    const second = Buffer.alloc(32, 2).toString('base64url');
    expect(sessionStore.draftKey()).toBe(second);
    // The form that was open before goes on to save.
    drafts.keep('two', '乙');
    expect(localStorage.getItem('xinyu.draft.foreign')).toBe('AAAA');
    const kept = names().map((name) => [name, localStorage.getItem(name) ?? ''] as const);
    sessionStore.clear();
    for (const [name, draft] of kept) localStorage.setItem(name, draft);
    signIn('b');
    portal.answer(draftKey, { key: second });
    const values = (await open()).list().map(({ value }) => value);
    expect(values.sort()).toEqual(['乙', '甲']);
  });

  it('keep their key where the next one cannot be fetched, and are not written after a sign-out', async () => {
    const drafts = await open();
    drafts.keep('one', '甲');
    portal.answer(draftKey, NO_NETWORK);
    await moveDrafts();
    expect(drafts.list()).toHaveLength(1);
    sessionStore.clear();
    drafts.keep('one', '甲');
    expect(names()).toEqual([]);
  });

  it('end with the session, and cannot be read in the next one', async () => {
    (await open()).keep('one', '甲');
    const kept = localStorage.getItem('xinyu.draft.one') ?? '';
    sessionStore.clear();
    expect(names()).toEqual([]);
    localStorage.setItem('xinyu.draft.one', kept);
    signIn('b');
    expect((await open()).list()).toEqual([]);
    expect(names()).toEqual([]);
  });
});
