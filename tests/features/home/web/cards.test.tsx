import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { arrangeHome, home, type Card } from '../../../../src/features/home/contract.ts';
import { Cards } from '../../../../src/features/home/web/Cards.tsx';
import { authenticatorStatus, boundMobile } from '../../../../src/features/verification/contract.ts';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import { indexConfig, siteByHost } from '../../../../src/platform/session/contract.ts';
import { loadOwnSite, loadSite } from '../../../../src/platform/session/web/site.ts';
import { aPortal, later, show } from '../../../support/component.tsx';
import { SITE, refusal } from '../../../support/msw.ts';

const portal = aPortal();

const ready = (key: Card['key'], content: NonNullable<Card['content']>): Card => ({
  key,
  size: 'medium',
  state: 'ready',
  content,
});
const answer = (...cards: Card[]) => portal.answer(home, { cards, arranged: 'default' });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => answer());

describe('a card of the home page', () => {
  it('shows numbers that open their list, filtered to the rows that they count', async () => {
    answer(
      ready('warnings', {
        figures: [
          { key: 'pending', n: 12, query: 'valid_status=0' },
          { key: 'overdue', n: 2, query: 'valid_status=0&progress=overdue' },
          { key: 'waiting', n: 3, query: 'valid_status=0&progress=waiting' },
        ],
      }),
    );
    show(<Cards />);
    const links = await (await card('待核实的预警')).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['2已超时', '/warning/list?valid_status=0&progress=overdue'],
      ['3无人接手', '/warning/list?valid_status=0&progress=waiting'],
      ['12全部待核实', '/warning/list?valid_status=0'],
    ]);
  });

  it('says what it means that there is nothing', async () => {
    answer(ready('warnings', { figures: [{ key: 'pending', n: 0, query: '' }] }), ready('screening', { exams: [] }));
    show(<Cards />);
    expect(await screen.findByText('没有待核实的预警')).toBeVisible();
    expect(await screen.findByText('当前没有正在进行的测评')).toBeVisible();
  });

  it('asks for the second proof in its own place', async () => {
    answer({ key: 'recent-cases', size: 'medium', state: 'proof', proof: 'crisis/case' });
    portal.answer(boundMobile, {});
    portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
    const { user } = show(<Cards />);
    const recent = await card('最近的个案');
    expect(recent.getByText('涉及学生姓名或统计，验证身份后显示。')).toBeVisible();
    await user.click(recent.getByRole('button', { name: '验证身份' }));
    expect(await screen.findByRole('dialog', { name: '验证身份' })).toBeVisible();
  });

  it('fails alone, and is read again on request', async () => {
    answer(
      { key: 'today', size: 'medium', state: 'failed' },
      ready('talks', { figures: [{ key: 'waiting', n: 4, query: 'status=1' }] }),
    );
    const { user } = show(<Cards />);
    const today = await card('今天的安排');
    expect(await (await card('谈话请求')).findByText('4')).toBeVisible();
    answer(ready('today', { figures: [{ key: 'due', n: 7, query: 'due_state=today' }] }));
    await user.click(today.getByRole('button', { name: /重\s?试/ }));
    expect(await screen.findByText('7')).toBeVisible();
  });

  it('names the steps of a new school year with their state and what is left', async () => {
    answer(
      ready('new-year', {
        steps: [
          { key: 'year', state: 'done', figures: [] },
          { key: 'consents', state: 'todo', figures: [{ key: 'consents', n: 466, query: 'guardian_consent=missing' }] },
        ],
      }),
    );
    show(<Cards />);
    const steps = await card('新学年准备');
    expect(await steps.findByText('已完成 1 / 2 步')).toBeVisible();
    expect(steps.getByRole('link', { name: '466 名缺同意' })).toHaveAttribute(
      'href',
      '/org-manage/student?guardian_consent=missing',
    );
    expect(steps.getByRole('link', { name: '设置新学年' })).toHaveAttribute('href', '/academic-year-setting/index');
  });

  it('shows no number of a school that is too small, and says so', async () => {
    answer(
      ready('schools', {
        schools: [
          {
            school_id: '2001',
            school_name: '第一中学',
            product_status: 0,
            students: 25,
            months: [{ month: '2026-09', n: 10 }, { month: '2026-10' }],
            verify_minutes: 600,
            planned: 800,
            submitted: 500,
          },
          { school_id: '2002', school_name: '实验小学', product_status: 1, months: [], plan: 'accepted' },
          { school_id: '2003', school_name: '第二中学', product_status: 1, months: [], plan: 'waiting' },
          { school_id: '2004', school_name: '第三中学', product_status: 1, months: [] },
        ],
        schools_total: 61,
      }),
    );
    show(<Cards />);
    const table = within(await (await card('下属学校')).findByRole('table'));
    const [, first, second, third, fourth] = table.getAllByRole('row');
    expect(first).toHaveTextContent('第一中学25');
    expect(first).toHaveTextContent('10 小时500 / 800');
    expect(table.getByRole('img', { name: '2026-09 10，2026-10 人数过少，不显示' })).toBeInTheDocument();
    expect(second).toHaveTextContent('实验小学人数过少，不显示——人数过少，不显示');
    expect(third).toHaveTextContent('第二中学人数过少，不显示——待答复');
    expect(fourth).toHaveTextContent('第三中学人数过少，不显示——不在测评计划中');
    expect(screen.getByRole('link', { name: '查看全部 61 所学校' })).toHaveAttribute('href', '/school-manage/index');
  });

  it('is not on the page where it is hidden', async () => {
    answer({ key: 'talks', size: 'medium', state: 'hidden' });
    show(<Cards />);
    expect(await screen.findByText(/所有卡片都已隐藏/)).toBeVisible();
  });
});

it("has the user's own cards in their places while their content is on its way", async () => {
  portal.answer(siteByHost, SITE);
  portal.answer(indexConfig, {
    org_id: '2001',
    welcome: '',
    site: SITE,
    host_editable: false,
    own_cards: [
      { key: 'today', size: 'large' },
      { key: 'talks', size: 'small' },
    ],
  });
  await loadSite();
  await loadOwnSite();
  const content = later<DataOf<typeof home>>();
  portal.answer(home, content.answer);
  show(<Cards />);
  const waiting = await screen.findByRole('status', { name: '正在加载首页' });
  const sizes = () => [...waiting.querySelectorAll('[data-card]')].map((one) => one.getAttribute('data-size'));
  expect(sizes()).toEqual(['large', 'small']);
  expect(waiting).toHaveTextContent('今天的安排谈话请求');
  content.give({ cards: [], arranged: 'own' });
  await waitFor(() => expect(waiting).not.toBeInTheDocument());
});

it('says that the home page failed, and reads it again', async () => {
  portal.answer(home, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = show(<Cards />);
  const again = await screen.findByRole('button', { name: /重\s?试/ });
  answer(ready('talks', { figures: [{ key: 'waiting', n: 1, query: 'status=1' }] }));
  await user.click(again);
  expect(await screen.findByRole('region', { name: '谈话请求' })).toBeVisible();
});

describe('arranging the home page', () => {
  const MAY = { may: { index: ['open', 'arrange'] } };
  const talks = ready('talks', { figures: [{ key: 'waiting', n: 1, query: 'status=1' }] });
  const today = ready('today', { figures: [{ key: 'due', n: 2, query: 'due_state=today' }] });

  it('moves, sizes and hides cards, by keyboard too', async () => {
    answer(talks, today);
    const stored: unknown[] = [];
    portal.answer(arrangeHome, ({ body }) => {
      stored.push(body);
      return { ok: true as const };
    });
    const { user } = show(<Cards />, MAY);
    await user.click(await screen.findByRole('button', { name: '调整首页' }));
    const dialog = within(await screen.findByRole('dialog', { name: '调整首页' }));
    dialog.getByRole('button', { name: '上移今天的安排' }).focus();
    await user.keyboard('{Enter}');
    await user.click(dialog.getByRole('checkbox', { name: '谈话请求' }));
    await user.click(within(dialog.getByRole('radiogroup', { name: '今天的安排的大小' })).getByText('大'));
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() =>
      expect(stored).toEqual([
        {
          cards: [
            { key: 'today', size: 'large' },
            { key: 'talks', size: 'medium', hidden: true },
          ],
        },
      ]),
    );
  });

  describe('by dragging', () => {
    // The lines one below the other: the DOM of the tests has no layout.
    beforeEach(() => {
      vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function at(this: Element) {
        const line = this.closest('li');
        const place = line === null ? 0 : [...(line.parentElement?.children ?? [])].indexOf(line);
        return new DOMRect(0, place * 44, 600, 44);
      });
      return () => vi.restoreAllMocks();
    });

    it('moves a card with the keyboard, and says so', async () => {
      answer(talks, today);
      const stored: unknown[] = [];
      portal.answer(arrangeHome, ({ body }) => {
        stored.push(body);
        return { ok: true as const };
      });
      const { user } = show(<Cards />, MAY);
      await user.click(await screen.findByRole('button', { name: '调整首页' }));
      const dialog = within(await screen.findByRole('dialog', { name: '调整首页' }));
      const handle = dialog.getByRole('button', { name: '拖动今天的安排' });
      expect(handle).toHaveAccessibleDescription(/按空格键或回车键拿起卡片/);
      handle.focus();
      await user.keyboard('{Enter}');
      expect(await dialog.findByText('已拿起今天的安排，在第 2 位，共 2 张卡片。')).toBeInTheDocument();
      await user.keyboard('{ArrowUp}');
      expect(await dialog.findByText('今天的安排移到第 1 位，共 2 张卡片。')).toBeInTheDocument();
      await user.keyboard('{Enter}');
      expect(await dialog.findByText('今天的安排已放在第 1 位，共 2 张卡片。')).toBeInTheDocument();
      await user.click(dialog.getByRole('button', { name: /保\s?存/ }));
      await waitFor(() =>
        expect(stored).toEqual([
          {
            cards: [
              { key: 'today', size: 'medium' },
              { key: 'talks', size: 'medium' },
            ],
          },
        ]),
      );
    });

    it('puts the card back on Escape, which leaves the dialog open', async () => {
      answer(talks, today);
      const { user } = show(<Cards />, MAY);
      await user.click(await screen.findByRole('button', { name: '调整首页' }));
      const dialog = within(await screen.findByRole('dialog', { name: '调整首页' }));
      dialog.getByRole('button', { name: '拖动今天的安排' }).focus();
      await user.keyboard('{Enter}');
      await dialog.findByText(/已拿起今天的安排/);
      await user.keyboard('{ArrowUp}');
      await dialog.findByText(/今天的安排移到第 1 位/);
      await user.keyboard('{Escape}');
      expect(await dialog.findByText('已取消，今天的安排回到第 2 位。')).toBeInTheDocument();
      const titles = dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
      expect(titles).toEqual(['谈话请求', '今天的安排']);
      expect(screen.getByRole('dialog', { name: '调整首页' })).toBeVisible();
    });
  });

  it('goes back to the default', async () => {
    answer(talks);
    const stored: unknown[] = [];
    portal.answer(arrangeHome, ({ body }) => {
      stored.push(body);
      return { ok: true as const };
    });
    const { user } = show(<Cards />, MAY);
    await user.click(await screen.findByRole('button', { name: '调整首页' }));
    await user.click(await screen.findByRole('button', { name: '恢复默认' }));
    await waitFor(() => expect(stored).toEqual([{ cards: null }]));
    expect(screen.queryByRole('group', { name: '调整对象' })).toBeNull();
  });
});
