import { scrypt } from '@noble/hashes/scrypt.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import '@testing-library/jest-dom/vitest';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { abilities } from '../../../../src/platform/access/contract.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { WORK_COST, workInput, workParts } from '../../../../src/platform/identity/captcha-work.ts';
import {
  captchaImage,
  captchaWork,
  createCaptchaSession,
  signIn,
  signOut,
  userInfo,
} from '../../../../src/platform/identity/contract.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { abilitiesOf, role, school, staff, student } from '../../../support/msw-data.ts';
import { NEVER, portalServer, refusal } from '../../../support/msw.ts';

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => freshBrowser(portal));
afterEach(() => freshBrowser(portal));
afterAll(() => portal.close());

const account = () => screen.findByLabelText('账号');
const password = () => screen.getByLabelText('密码');
const submit = () => screen.getByRole('button', { name: /登\s?录/ });

async function fill(user: ReturnType<typeof visit>['user'], name = 'o2001r4', secret = 'Demo-2026!') {
  fireEvent.change(await account(), { target: { value: name } });
  fireEvent.change(password(), { target: { value: secret } });
  await user.click(submit());
}

describe('signing in', () => {
  it('sends the digest of the password, never the password, and leads home', async () => {
    const { user, path } = visit('/login');
    await fill(user);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(signIn)[0]?.body).toEqual({
      account: 'o2001r4',
      password: 'f5fc22ace36fbf9fa11afb0522c472d8',
    });
    expect(await screen.findByRole('heading', { name: /李超/ })).toBeVisible();
  });

  it('shows an error for a missing field, focuses it and sends nothing', async () => {
    const { user } = visit('/login');
    await account();
    await user.click(submit());
    expect(screen.getByText('请输入账号')).toBeVisible();
    expect(screen.getByText('请输入密码')).toBeVisible();
    expect(await account()).toHaveFocus();
    expect(portal.requests(signIn)).toEqual([]);
  });

  it('shows 账号或密码错误 and keeps the input', async () => {
    portal.answer(signIn, refusal('AC_WRONG_PASSWORD', { message: 'x' }));
    const { user } = visit('/login');
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('账号或密码错误');
    expect(await account()).toHaveValue('o2001r4');
    expect(password()).toHaveFocus();
  });

  it('sends one request when the form is submitted twice', async () => {
    portal.answer(signIn, NEVER);
    const { user } = visit('/login');
    await fill(user);
    fireEvent.submit(screen.getByRole('form'));
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(portal.requests(signIn)).toHaveLength(1));
    expect(screen.getByRole('button', { name: /正在登录/ })).toBeVisible();
  });

  it('ends the session when user info cannot be loaded', async () => {
    portal.answer(userInfo, refusal('PSY_UNAVAILABLE'));
    const { user, path } = visit('/login');
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用');
    expect([path(), sessionStore.session(), portal.requests(signOut).length]).toEqual(['/login', undefined, 1]);
  });

  it('shows and hides the password', async () => {
    const { user } = visit('/login');
    await account();
    await user.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: '隐藏密码' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('warns that caps lock is on', async () => {
    visit('/login');
    await account();
    const key = createEvent.keyDown(password(), { key: 'A' });
    Object.defineProperty(key, 'getModifierState', { value: (name: string) => name === 'CapsLock' });
    fireEvent(password(), key);
    const note = await screen.findByText('大写锁定已打开');
    expect(note).toBeVisible();
    expect(note.className).toContain('caution');
  });

  it('bears the name and slogan of the site, and nothing else in the window title', async () => {
    visit('/login');
    expect(await screen.findByText('青禾心育')).toBeVisible();
    expect(screen.getByText('与你同行')).toBeVisible();
    expect(document.title).toBe('登录 - 青禾心育');
  });
});

describe('a captcha', () => {
  beforeEach(() => {
    let sessions = 0;
    portal.answer(createCaptchaSession, () => ({ session_id: `captcha${++sessions}` }));
    portal.answer(captchaImage, new Blob(['picture'], { type: 'image/png' }));
  });

  it.each(['SHOW_VERIFY_CODE', 'AC_IDENTIFY_CODE_REQUIRED'])(
    'is required after %s, and sent with its session',
    async (code) => {
      portal.answer(signIn, refusal(code));
      const { user, path } = visit('/login');
      await fill(user);
      const field = await screen.findByLabelText('图形验证码');
      expect(screen.getByRole('alert')).toHaveTextContent('请输入图形验证码');
      await waitFor(() => expect(portal.requests(captchaImage)).toHaveLength(1));
      await waitFor(() =>
        expect(screen.getByRole('button', { name: /图形验证码/ }).querySelector('img')).not.toBeNull(),
      );
      portal.answer(signIn, () => portal.pair('a'));
      await user.type(field, 'ab3d');
      await user.click(submit());
      await waitFor(() => expect(path()).toBe('/index'));
      expect(portal.requests(signIn).at(-1)?.body).toMatchObject({ session_id: 'captcha1', verification_code: 'ab3d' });
    },
  );

  it('shows an error at its field when it is wrong, and loads another image', async () => {
    portal.answer(signIn, refusal('SHOW_VERIFY_CODE'));
    const { user } = visit('/login');
    await fill(user);
    const field = await screen.findByLabelText('图形验证码');
    portal.answer(signIn, refusal('AC_IDENTIFY_CODE_WRONG'));
    await user.type(field, 'zzzz');
    await user.click(submit());
    expect(await screen.findByText('图形验证码不正确或已过期')).toBeVisible();
    expect(field).toHaveValue('');
    await waitFor(() => expect(portal.requests(captchaImage)).toHaveLength(2));
  });

  it('can be replaced with a task of the device, also after a wrong password', async () => {
    const answers: string[] = [];
    portal.answer(captchaWork, () => {
      const salt = '00'.repeat(15) + String(10 + answers.length);
      const { target, answer } = workParts(scrypt(workInput(2), hexToBytes(salt), WORK_COST));
      answers.push(answer);
      return { salt, target, limit: 4 };
    });
    portal.answer(signIn, refusal('SHOW_VERIFY_CODE'));
    const { user, path } = visit('/login');
    await fill(user);
    await user.click(await screen.findByRole('button', { name: '看不清？改用无障碍验证' }));
    expect(await screen.findByText('已完成无障碍验证')).toHaveAttribute('role', 'status');
    expect(screen.queryByLabelText('图形验证码', { selector: 'input' })).toBeNull();
    portal.answer(signIn, refusal('AC_WRONG_PASSWORD'));
    await user.click(submit());
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(portal.requests(signIn).at(-1)?.body).toMatchObject({ verification_code: answers[0] });
    expect(await screen.findByText('已完成无障碍验证')).toBeVisible();
    portal.answer(signIn, () => portal.pair('a'));
    await user.click(submit());
    await waitFor(() => expect(path()).toBe('/index'));
    const { body } = portal.requests(signIn).at(-1) ?? {};
    expect(body).toMatchObject({ session_id: 'captcha2', verification_code: answers[1] });
  });

  it('is required before the next request', async () => {
    portal.answer(signIn, refusal('SHOW_VERIFY_CODE'));
    const { user } = visit('/login');
    await fill(user);
    await screen.findByLabelText('图形验证码');
    await user.click(submit());
    expect(await screen.findByText('请输入图形验证码')).toBeVisible();
    expect(portal.requests(signIn)).toHaveLength(1);
  });
});

describe('the choice after signing in', () => {
  const multi = staff({
    orgs: [
      school('2001', '一中', [role(8, '心理专职教师'), role(10, '班主任')]),
      school('2002', '实验小学', [role(4, '超级管理员')]),
    ],
  });

  it('asks for organisation and role, and applies the choice', async () => {
    freshBrowser(portal, multi);
    const { user, path } = visit('/login');
    await fill(user);
    expect(await screen.findByRole('heading', { name: '请选择组织' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: /一中/ }));
    await user.click(await screen.findByRole('button', { name: /班主任/ }));
    await waitFor(() => expect(path()).toBe('/index'));
    await waitFor(() => expect(portal.requests(abilities)).toHaveLength(1));
    const { headers } = portal.requests(abilities)[0]!;
    expect([headers.get('org-id'), headers.get('role-id')]).toEqual(['2001', '10']);
  });

  it('can go back one step', async () => {
    freshBrowser(portal, multi);
    const { user } = visit('/login');
    await fill(user);
    await user.click(await screen.findByRole('button', { name: /一中/ }));
    await user.click(await screen.findByRole('button', { name: '上一步' }));
    expect(await screen.findByRole('heading', { name: '请选择组织' })).toBeVisible();
  });

  it('asks for the identity when the user has several', async () => {
    freshBrowser(portal, { ...multi, roles: [{ role_id: 3 }, { role_id: 1 }], students: student().students });
    const { user } = visit('/login');
    await fill(user);
    expect(await screen.findByRole('heading', { name: '请选择身份' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /学生/ }));
    await waitFor(() => expect(sessionStore.choice()).toMatchObject({ identity: 1, org_id: '2001', role_id: null }));
  });

  it.each([
    ['NO_IDENTITY', staff({ roles: [] }), '您的账号还没有身份'],
    ['NO_ORG', staff({ orgs: [] }), '您的账号还没有加入任何组织'],
    ['NO_ORG for a student who has left', student({ students: [] }), '您的账号还没有加入任何组织'],
    ['NO_ROLE', staff({ orgs: [school('2001', '一中', [role(0, '')])] }), '您在该组织还没有可用的角色'],
    ['ACCESS_DENIED', staff({ user_id: '' }), '这个账号不能登录本系统'],
  ])('is rejected with %s: shows the reason, and ends the session here and at the server', async (_, person, words) => {
    freshBrowser(portal, person);
    const { user, path } = visit('/login');
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect([path(), sessionStore.session(), portal.requests(signOut).length]).toEqual(['/login', undefined, 1]);
  });

  it('is rejected with NO_CURRENT_ROLE when the role was withdrawn meanwhile, and can be made again', async () => {
    freshBrowser(portal, multi);
    portal.answer(abilities, refusal('AC_ORG_ROLE_FORBIDDEN'));
    const { user, path } = visit('/login');
    await fill(user);
    await user.click(await screen.findByRole('button', { name: /一中/ }));
    await user.click(await screen.findByRole('button', { name: /班主任/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('您选择的角色已经变更，请重新登录');
    expect([path(), sessionStore.session(), sessionStore.storedChoice()]).toEqual(['/login', undefined, undefined]);
    portal.answer(abilities, abilitiesOf(['index']));
    await fill(user);
    await user.click(await screen.findByRole('button', { name: /实验小学/ }));
    await waitFor(() => expect(path()).toBe('/index'));
  });

  it('lets another user sign in', async () => {
    freshBrowser(portal, multi);
    const { user } = visit('/login');
    await fill(user);
    await user.click(await screen.findByRole('button', { name: '换个账号登录' }));
    expect(await account()).toBeVisible();
    expect(portal.requests(signOut)).toHaveLength(1);
  });

  it('returns to the choice of organisation for type=change-org', async () => {
    freshBrowser(portal, multi);
    holdSession(portal);
    sessionStore.choose({ identity: 3, org_id: '2002', org_type: 2, role_id: 4 });
    const { user, address } = visit('/index?type=change-org');
    const list = await screen.findByRole('list');
    expect(address()).toBe('/login?type=change-org');
    await user.click(within(list).getByRole('button', { name: /一中/ }));
    await user.click(await screen.findByRole('button', { name: /心理专职教师/ }));
    await waitFor(() => expect(address()).toBe('/index'));
    expect(sessionStore.storedChoice()).toMatchObject({ org_id: '2001', role_id: 8 });
  });
});

describe('the way to the login page', () => {
  it('continues to the requested page, and removes it from the address', async () => {
    const { user, address } = visit('/service-expiration-description?from=mail');
    await fill(user);
    await waitFor(() => expect(address()).toBe('/service-expiration-description?from=mail'));
    expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeVisible();
  });

  it('redirects a user who has a current role', async () => {
    holdSession(portal);
    const { path } = visit('/login');
    await waitFor(() => expect(path()).toBe('/index'));
  });

  it('is shown for a session that the server refuses, and the session is cleared (guard rule 7)', async () => {
    holdSession(portal);
    portal.ends('access-token-a');
    const { path, router } = visit('/org-manage/structure');
    expect(await account()).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('登录已过期或账号已在其他地方登录');
    expect([path(), sessionStore.session(), router.state.location.state]).toEqual([
      '/login',
      undefined,
      { from: '/org-manage/structure' },
    ]);
  });
});
