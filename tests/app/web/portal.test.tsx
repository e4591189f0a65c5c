import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { features } from '../../../src/app/web/features.ts';
import { zh } from '../../../src/app/web/texts/zh.ts';
import { ownSessions } from '../../../src/features/account/contract.ts';
import { boundMobile } from '../../../src/features/verification/contract.ts';
import { abilities, refusal as refusedBy } from '../../../src/platform/access/contract.ts';
import { putPreference } from '../../../src/platform/crud/contract/preferences.ts';
import { ApiError } from '../../../src/platform/http/web/api-error.ts';
import { call } from '../../../src/platform/http/web/call.ts';
import { sessionStore } from '../../../src/platform/http/web/portal.ts';
import { signIn, signOut, userInfo } from '../../../src/platform/identity/contract.ts';
import { allPages } from '../../../src/platform/pages/web/pages.ts';
import { draftKey, orgDetails, siteByHost } from '../../../src/platform/session/contract.ts';
import { notifyFailure } from '../../../src/platform/session/web/notify-failure.ts';
import { abilitiesOf, ADMIN_AREAS, orgState, role, school, staff, student } from '../../support/msw-data.ts';
import { NO_NETWORK, portalServer, refusal } from '../../support/msw.ts';
import { viewport } from '../../support/page.ts';
import { freshBrowser, holdSession, visit } from './portal-page.tsx';

/** Public routes of `spec §2`. */
const SPECIFIED = [
  '/reset-password',
  '/invitation-register-new',
  '/groups-invitation-register-new',
  '/wechat-login',
  '/wechat-unlogin',
  '/qq-login',
  '/qq-unlogin',
  '/IE-under9',
  '/wwork-qr-login',
  '/wwork-login',
  '/proxy',
  '/404',
  '/message/router',
];

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  holdSession(portal);
});
afterAll(() => portal.close());

const menu = () => screen.findByRole('navigation', { name: '主菜单' });
const entries = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the menu', () => {
  it('lists the pages that the role may open, and marks the current one', async () => {
    visit('/org-manage/structure');
    const nav = await menu();
    expect(entries(nav)).toEqual(['门户首页', '组织管理', '教职工管理', '站点设置']);
    expect(within(nav).getByRole('link', { name: '组织管理' })).toHaveAttribute('aria-current', 'page');
  });

  it('contains only the home page when the role may open nothing', async () => {
    portal.answer(abilities, abilitiesOf(['index']));
    visit('/index');
    expect(entries(await menu())).toEqual(['门户首页']);
    expect(await screen.findByText(/没有可以访问的页面/)).toBeVisible();
  });

  it('collapses, keeps its names for screen readers, and stores the state', async () => {
    const { user } = visit('/index');
    await user.click(within(await menu()).getByRole('button', { name: '收起菜单' }));
    const nav = await menu();
    expect(within(nav).queryByText('站点设置')).toBeNull();
    expect(within(nav).getByRole('link', { name: '站点设置' })).toBeVisible();
    expect(localStorage.getItem('xinyu.sider')).toBe('true');
  });
});

describe('a page', () => {
  it('shows the reason and a way back when the role may not open it', async () => {
    portal.answer(refusedBy, { missing: [{ condition: 'role', needs: ['4', '5'] }] });
    const { user, path } = visit('/operation-log/index');
    expect(await screen.findByRole('heading', { name: '您没有权限查看此页面' })).toHaveFocus();
    expect(await screen.findByText(/^角色须为超级管理员、管理员。/)).toBeVisible();
    expect(screen.getByText(/青禾市第一中学的超级管理员，不能访问「操作日志」/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '回到门户首页' }));
    expect(path()).toBe('/index');
  });

  it.each(
    allPages().filter(
      (page) => page.load === undefined && !allPages().some(({ parent, tab }) => tab && parent === page.key),
    ),
  )('shows a placeholder when it is planned: $path', async ({ path, key, area }) => {
    portal.answer(abilities, abilitiesOf(['index', ...(area === undefined ? [] : [area])]));
    visit(path.replace(/:\w+/g, 'x'));
    expect(await screen.findByRole('heading', { name: zh.page[key].title })).toBeVisible();
    expect(screen.getByText('此页面正在建设中')).toBeVisible();
  });

  it.each(allPages().filter((page) => page.area !== undefined))(
    'is closed without its area: $path',
    async ({ path }) => {
      portal.answer(abilities, abilitiesOf(['index']));
      visit(path.replace(/:\w+/g, 'x'));
      expect(await screen.findByRole('heading', { name: '您没有权限查看此页面' })).toBeVisible();
    },
  );

  it('opens its first permitted tab', async () => {
    portal.answer(abilities, abilitiesOf(['org-manage', 'org-manage/structure', 'org-manage/guardian']));
    const { path } = visit('/org-manage');
    const tabs = await screen.findByRole('navigation', { name: '子页面' });
    await waitFor(() => expect(path()).toBe('/org-manage/guardian'));
    expect(entries(tabs)).toEqual(['监护人管理', '组织架构']);
    expect(within(tabs).getByRole('link', { current: 'page' })).toHaveTextContent('监护人管理');
  });

  it('redirects to /404 when it does not exist, signed in or not', async () => {
    const { path } = visit('/no/such/page');
    expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeVisible();
    expect(path()).toBe('/404');
  });

  it('at / is the home page of the portal', async () => {
    const { path } = visit('/');
    expect(await screen.findByRole('heading', { name: /李超/ })).toBeVisible();
    await waitFor(() => expect(path()).toBe('/index'));
  });
});

describe('a public page', () => {
  it('of the specification has exactly one route, besides the sign-in', () => {
    const paths = features.flatMap(({ publicPages = [] }) => publicPages.map(({ path }) => path));
    expect(paths).toHaveLength(new Set(paths).size);
    expect(paths).toEqual(expect.arrayContaining(SPECIFIED));
  });

  it('names supported browsers to users of an old one', async () => {
    visit('/IE-under9');
    expect(await screen.findByRole('heading', { name: '您的浏览器版本过低' })).toBeVisible();
    expect(screen.getByText(/116 以上的 Chrome/)).toBeVisible();
  });
});

describe('/proxy', () => {
  const proxy = (url: string) => `/proxy?url=${encodeURIComponent(url)}`;

  it('goes on to a page of the portal, through the sign-in where one is needed', async () => {
    const { path } = visit(proxy('/org-manage/structure'));
    await menu();
    expect(path()).toBe('/org-manage/structure');
  });

  it('asks a person without a session to sign in first, and remembers the page', async () => {
    sessionStore.clear();
    const { path, router } = visit(proxy('/org-manage/structure?page=2'));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(router.state.location.state).toEqual({ from: '/org-manage/structure?page=2' });
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'stops at %s, which is no page of the portal',
    async (url) => {
      const { path } = visit(proxy(url));
      expect(await screen.findByRole('heading', { name: '无法打开这个链接' })).toBeVisible();
      expect(path()).toBe('/proxy');
    },
  );
});

describe('/message/router', () => {
  it('opens the subject of a message for a role that may see it', async () => {
    portal.answer(abilities, abilitiesOf([...ADMIN_AREAS, 'screening/talk']));
    const { path } = visit('/index?message_router=talk&id=7');
    await waitFor(() => expect(path()).toBe('/talks'));
  });

  it.each(['talk', 'nothing', '__proto__'])('does not tell why it does not open: %s', async (type) => {
    visit(`/message/router?message_router=${type}&id=7`);
    expect(await screen.findByRole('heading', { name: '无法打开这条消息' })).toBeVisible();
  });

  it('asks a person without a session to sign in first, and comes back', async () => {
    sessionStore.clear();
    const { path, router } = visit('/login?message_router=talk&id=7');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(router.state.location.state).toEqual({ from: '/message/router?message_router=talk&id=7' });
  });
});

describe('the breadcrumb', () => {
  it('shows the path from the home page, and is stored in session storage', async () => {
    visit('/org-manage/structure');
    const trail = await screen.findByRole('navigation', { name: '当前位置' });
    expect(
      within(trail)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['门户首页', '组织管理', '组织架构']);
    expect(sessionStorage.getItem('xinyu.trail')).toContain('structure');
  });

  it('is hidden on the AI page', async () => {
    visit('/ai-chat');
    await screen.findByRole('heading', { name: 'AI 助手' });
    expect(screen.queryByRole('navigation', { name: '当前位置' })).toBeNull();
  });
});

describe('the header', () => {
  it('hides the link to the current page, and AI when the role may not open it', async () => {
    const { user } = visit('/index');
    const header = await screen.findByRole('banner');
    expect(within(header).queryByRole('link', { name: '门户首页' })).toBeNull();
    await user.click(within(header).getByRole('link', { name: 'AI 助手' }));
    await waitFor(() => expect(within(header).queryByRole('link', { name: 'AI 助手' })).toBeNull());
    await user.click(within(header).getByRole('link', { name: '帮助中心' }));
    await waitFor(() => expect(within(header).queryByRole('link', { name: '帮助中心' })).toBeNull());
    expect(within(header).getByRole('link', { name: '门户首页' })).toBeVisible();
  });

  it('opens tasks, notices and the large screen', async () => {
    visit('/index');
    expect(await screen.findByRole('button', { name: '导出任务列表' })).toBeEnabled();
    expect(await screen.findByRole('button', { name: '通知' })).toBeEnabled();
    expect(await screen.findByRole('link', { name: '数据大屏' })).toHaveAttribute('href', '/large-screen');
  });
});

describe('signing out', () => {
  async function leave() {
    const view = visit('/index');
    await view.user.click(await screen.findByRole('button', { name: /^用户菜单 .+ · / }));
    await view.user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    await screen.findByRole('dialog', { name: '确定退出吗?' });
    return view;
  }

  it('asks, ends the session at the server and clears all data of this browser', async () => {
    const { user, path, router } = await leave();
    await user.click(screen.getByRole('button', { name: /^退\s?出$/ }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(portal.requests(signOut)[0]?.params).toEqual({ id: 'access-token-a' });
    expect([
      localStorage.getItem('xinyu.session'),
      localStorage.getItem('xinyu.choice'),
      sessionStorage.length,
      router.state.location.state,
    ]).toEqual([null, null, 0, {}]);
  });

  it.each([
    ['refuses', refusal('PSY_INTERNAL')],
    ['can not be reached', NO_NETWORK],
  ] as const)('clears all data even when the server %s', async (_, answer) => {
    portal.answer(signOut, answer);
    const { user, path } = await leave();
    await user.click(screen.getByRole('button', { name: /^退\s?出$/ }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(sessionStore.session()).toBeUndefined();
  });

  it('does nothing when it is cancelled', async () => {
    const { user, path } = await leave();
    await user.click(screen.getByRole('button', { name: /取\s?消/ }));
    expect([path(), sessionStore.session()?.user_id, portal.requests(signOut).length]).toEqual(['/index', 'u1', 0]);
  });
});

describe('a session that has ended', () => {
  it('is reported once for several failed calls; sign-in with another account then returns to the page', async () => {
    const { user, path, router } = visit('/org-manage/structure');
    await menu();
    const ended = new ApiError({ code: 'AC_AUTH_INVALID_TOKEN', status: 401, message: '' });
    act(() => [ended, ended, ended].forEach(notifyFailure));
    expect(await screen.findAllByText('登录已过期或账号已在其他地方登录，请重新登录')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /^换其他方式或账号登录/ }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect([sessionStore.session(), router.state.location.state]).toEqual([
      undefined,
      { from: '/org-manage/structure' },
    ]);
  });

  /** Opens a page whose next call meets the end of the session, until someone signs in again. */
  async function endSession() {
    const opened = visit('/account-seeting');
    const shown = await screen.findByText('o2001r4');
    const old = sessionStore.session()?.access_token;
    portal.answer(putPreference, ({ headers }) =>
      headers.get('authorization')?.includes(`id="${old}"`) ? refusal('AC_AUTH_INVALID_TOKEN') : { ok: true as const },
    );
    const sent = call(putPreference, { params: { key: 'list.class' }, body: { value: {} } }).catch(
      (error: unknown) => error,
    );
    const layer = await screen.findByRole('dialog', { name: '请重新登录' });
    return { ...opened, shown, sent, layer, choice: sessionStore.choice() };
  }

  it('is renewed in a layer above the page by the same person, and the call is sent again', async () => {
    const { user, shown, sent, layer, choice } = await endSession();
    expect(shown).not.toBeVisible();
    portal.answer(signIn, () => portal.pair('b', 'u1'));
    expect(await within(layer).findByLabelText('账号')).toHaveValue('o2001r4');
    await user.type(within(layer).getByLabelText('密码'), 'Demo-2026!{Enter}');
    expect(await sent).toEqual({ ok: true });
    await waitFor(() => expect(shown).toBeVisible());
    expect([sessionStore.choice(), portal.requests(putPreference).length]).toEqual([choice, 2]);
  });

  it('discards what was not sent when another person signs in, and says so', async () => {
    const { user, sent, layer } = await endSession();
    portal.answer(signIn, () => portal.pair('b', 'u2'));
    await user.clear(await within(layer).findByLabelText('账号'));
    await user.type(within(layer).getByLabelText('账号'), 'o2001r8');
    await user.type(within(layer).getByLabelText('密码'), 'Demo-2026!{Enter}');
    expect(await screen.findByText('当前登录的是另一账号，原账号未提交的内容已放弃，没有提交。')).toBeVisible();
    expect(await sent).toMatchObject({ code: 'REQUEST_CANCELLED' });
    expect(portal.requests(putPreference)).toHaveLength(1);
    expect([sessionStore.session()?.user_id, sessionStore.storedChoice()]).toEqual(['u2', undefined]);
  });
});

describe('a refusal', () => {
  it('reloads the rights, and updates the menu without a page reload', async () => {
    visit('/index');
    await menu();
    portal.answer(abilities, abilitiesOf(['index', 'operation-log']));
    act(() => notifyFailure(new ApiError({ code: 'AC_FORBIDDEN', status: 403, message: '' })));
    expect(await screen.findByText('权限不足')).toBeVisible();
    await waitFor(async () => expect(entries(await menu())).toEqual(['门户首页', '操作日志']));
  });
});

describe('an unavailable server', () => {
  it('keeps the session at the start of the portal, and can be retried', async () => {
    portal.answer(userInfo, NO_NETWORK);
    const { user } = visit('/index');
    expect(await screen.findByRole('heading', { name: '暂时无法连接服务' })).toBeVisible();
    expect(sessionStore.session()).toBeDefined();
    portal.answer(userInfo, staff());
    portal.answer(orgDetails, NO_NETWORK);
    await user.click(screen.getByRole('button', { name: /重\s?试/ }));
    await waitFor(() => expect(portal.requests(orgDetails)).toHaveLength(1));
    expect(await screen.findByRole('heading', { name: '暂时无法连接服务' })).toBeVisible();
    portal.answer(orgDetails, orgState());
    await user.click(screen.getByRole('button', { name: /重\s?试/ }));
    expect(await screen.findByRole('heading', { name: /李超/ })).toBeVisible();
  });

  it('a refusal of the rights ends the session (guard rule 7)', async () => {
    portal.answer(abilities, refusal('AC_ORG_ROLE_FORBIDDEN'));
    const { path } = visit('/index');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(sessionStore.session()).toBeUndefined();
  });
});

describe('another tab', () => {
  const show = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const multi = staff({ orgs: [school('2001', '一中', [role(8, '心理专职教师'), role(10, '班主任')])] });
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);

  async function working() {
    freshBrowser(portal, multi);
    holdSession(portal);
    sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 8 });
    reload.mockClear();
    const view = visit('/index');
    await menu();
    return view;
  }

  it('makes this one reload when it becomes visible after another role was chosen there', async () => {
    await working();
    show();
    expect(reload).not.toHaveBeenCalled();
    sessionStore.chooseForReload({ identity: 3, org_id: '2001', org_type: 2, role_id: 10 });
    show();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('covers this one after another user signed in there, until its own user signs in again', async () => {
    const { user } = await working();
    const choice = sessionStore.choice();
    sessionStore.setDraftKey(Buffer.alloc(32, 1).toString('base64url'));
    holdSession(portal, 'u9');
    sessionStore.chooseForReload({ identity: 3, org_id: '2002', org_type: 2, role_id: 4 });
    show();
    const layer = await screen.findByRole('dialog', { name: '已登录其他账号' });
    expect(within(layer).getByRole('alert')).toHaveTextContent(/另一个标签页登录了其他账号，本页仍属于/);
    expect(reload).not.toHaveBeenCalled();
    portal.answer(draftKey, { key: Buffer.alloc(32, 2).toString('base64url') });
    portal.answer(putPreference, { ok: true });
    const sent = call(putPreference, { params: { key: 'list.class' }, body: { value: {} } });
    portal.answer(signIn, () => portal.pair('b', 'u1'));
    await user.type(await within(layer).findByLabelText('密码'), 'Demo-2026!{Enter}');
    expect(await sent).toEqual({ ok: true });
    await waitFor(() => expect(layer).not.toBeInTheDocument());
    expect([sessionStore.storedChoice(), sessionStore.session()?.user_id]).toEqual([choice, 'u1']);
    expect(sessionStore.draftKey()).toBe(Buffer.alloc(32, 2).toString('base64url'));
    expect(reload).not.toHaveBeenCalled();
  });

  it('signs this one out when the user signed out there', async () => {
    const { path } = await working();
    localStorage.removeItem('xinyu.session');
    act(() => void window.dispatchEvent(new Event('storage')));
    await waitFor(() => expect(path()).toBe('/login'));
  });
});

describe('the service of the organisation', () => {
  it.each([
    ['2026-11-30T00:00:00+08:00', '2026-11-21T00:00:00+08:00', /服务将在 9 天后到期/],
    ['2026-11-20T00:00:00+08:00', '2026-11-21T00:00:00+08:00', /正处于保护期/],
    ['2026-09-20T00:00:00+08:00', '2026-11-21T00:00:00+08:00', /应用已停用/],
  ])('with the end %s shows a notice on %s', async (end, now, words) => {
    portal.answer(orgDetails, orgState({ account_expire_at: end }));
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    holdSession(portal);
    const { user } = visit('/index');
    expect(await screen.findByText(words)).toBeVisible();
    vi.restoreAllMocks();
    await user.click(screen.getByRole('button', { name: '不再提示' }));
    expect(screen.queryByText(words)).toBeNull();
  });

  it('is explained in a dialog and on a separate page', async () => {
    portal.answer(
      orgDetails,
      orgState({ service_type: 1, account_expire_at: new Date(Date.now() + 5 * 86_400_000).toISOString() }),
    );
    const { user, path } = visit('/index');
    await user.click(await screen.findByRole('button', { name: '服务说明' }));
    const dialog = await screen.findByRole('dialog', { name: '试用到期说明' });
    expect(
      within(dialog)
        .getAllByRole('heading', { level: 2 })
        .map((h) => h.textContent),
    ).toEqual(['试用期当前阶段', '正式服务', '保护期', '已到期']);
    await user.click(within(dialog).getByRole('link', { name: '查看完整说明' }));
    expect(path()).toBe('/service-expiration-description');
    expect(await screen.findByRole('heading', { name: '服务说明' })).toBeVisible();
  });
});

describe('a student', () => {
  it('enters without a role, and requests nothing of the organisation', async () => {
    freshBrowser(portal, student());
    holdSession(portal, 'u2');
    visit('/index');
    expect(await screen.findByRole('heading', { name: '等我做的事' })).toBeVisible();
    expect(await screen.findByRole('button', { name: '需要帮助' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
    expect([portal.requests(abilities).length, portal.requests(orgDetails).length]).toEqual([0, 0]);
    expect(document.title).not.toContain('王小明');
  });

  it('opens the announcements, and no page of those who write them', async () => {
    freshBrowser(portal, student());
    holdSession(portal, 'u2');
    const { router } = visit('/platform-announcement');
    expect(await screen.findByRole('heading', { name: '平台公告' })).toBeVisible();
    expect(await screen.findByText('还没有发给您的公告。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '公告管理' })).toBeNull();
    await router.navigate('/platform-announcement/manage');
    expect(await screen.findByRole('heading', { name: /没有权限|无权|不能|权限/ })).toBeVisible();
  });
});

describe('an operator of the platform', () => {
  const operator = staff({
    user_id: 'u9',
    real_name: '周运维',
    roles: [{ role_id: 5 }],
    orgs: [{ org_id: '99', org_name: '平台', org_type: 99, org_roles: [] }],
  });

  it('has the pages of organisations and their log, and none of a school', async () => {
    freshBrowser(portal, operator, ['platform']);
    holdSession(portal, 'u9');
    const { router } = visit('/index');
    const home = await screen.findByRole('link', { name: '单位管理' });
    expect(home).toHaveAttribute('href', '/platform/organisations');
    expect(screen.queryByRole('link', { name: '平台公告' })).toBeNull();
    expect(portal.requests(orgDetails)).toEqual([]);
    await router.navigate('/platform-announcement');
    expect(await screen.findByRole('heading', { name: /没有权限|无权|不能|权限/ })).toBeVisible();
  });
});

describe('under 600 px', () => {
  it('has a back button in the header, and everything else in a drawer', async () => {
    viewport(390, 800);
    const { user, path } = visit('/index');
    const header = await screen.findByRole('banner');
    expect(header).toHaveTextContent('青禾市第一中学');
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
    await user.click(within(header).getByRole('button', { name: '用户菜单' }));
    const drawer = await screen.findByRole('dialog', { name: '用户菜单' });
    expect(
      within(drawer)
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['账号设置', '导出任务列表', '应用中心', '帮助中心', '授权登录', '注册邀请', '在线客服', '退出登录']);
    fireEvent.click(within(drawer).getByRole('button', { name: '账号设置' }));
    await waitFor(() => expect(path()).toBe('/account-seeting'));
    await user.click(within(header).getByRole('button', { name: '返回' }));
    await waitFor(() => expect(path()).toBe('/index'));
    await user.click(within(header).getByRole('button', { name: '用户菜单' }));
    fireEvent.click(await screen.findByRole('button', { name: '退出登录' }));
    await screen.findByRole('dialog', { name: '确定退出?' });
  });
});

describe('the account page', () => {
  it('shows the user, the sign-in methods and the sessions', async () => {
    const at = new Date().toISOString();
    const session = {
      app_kind: 'web' as const,
      device: 'Windows · Edge',
      address: '10.0.0.8',
      signed_in_at: at,
      seen_at: at,
    };
    portal.answer(siteByHost, { is_custom: false, site_name: '青禾心育', company_slogan: '', host: 'x' });
    portal.answer(boundMobile, { mobile: '199****0001' });
    portal.answer(ownSessions, {
      total: 2,
      items: [
        { ...session, id: 's1', is_current: true },
        { ...session, id: 's2', app_kind: 'mobile', device: '', is_current: false },
      ],
    });
    visit('/account-seeting');
    expect(await screen.findByText('o2001r4')).toBeVisible();
    expect(await screen.findByText('手机号 199****0001')).toBeVisible();
    expect(await screen.findByText('本站没有开通微信、QQ 或企业微信登录。')).toBeVisible();
    expect(await screen.findByText(/Windows · Edge/)).toHaveTextContent('本次登录');
    expect(screen.getAllByRole('button', { name: /^退出 / }).map((one) => one.getAttribute('aria-label'))).toEqual([
      '退出 未知设备',
    ]);
  });
});
