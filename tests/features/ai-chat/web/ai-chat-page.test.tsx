import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerFromHelp,
  ask,
  assistant,
  conversation,
  conversations,
  createConversation,
  deleteConversation,
  namedStudent,
  renameConversation,
  type Message,
} from '../../../../src/features/ai-chat/contract.ts';
import { AiChatPage } from '../../../../src/features/ai-chat/web/AiChatPage.tsx';
import { crisisDialog } from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { draftKey } from '../../../../src/platform/session/contract.ts';
import { aPortal, button, later, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';
import { viewport } from '../../../support/page.ts';
// Chunks that the page loads later.
import '../../../../src/features/help/web/FoundArticles.tsx';
import '../../../../src/features/help/web/HelpSearch.tsx';
import '../../../../src/features/help/web/PageHelpButton.tsx';

const portal = aPortal();
const AT = '2026-11-20T00:00:00Z';
const message = (by: Message['by'], text: string, more: Partial<Message> = {}): Message => ({
  message_id: `${by}-${text}`,
  by,
  text,
  state: 'whole',
  danger: false,
  created_at: AT,
  ...more,
});
const one = { conversation_id: 'c1', title: '考前焦虑', updated_at: AT };
const listed = (...items: (typeof one)[]) => ({ total: items.length, items });
const may = { 'ai-chat': ['open', 'write'], 'crisis-report': ['open', 'report'], 'org-manage/student': ['open'] };

const events = (...list: [string, object][]): Blob =>
  new Blob(
    list.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    { type: 'text/event-stream' },
  );

let stored: Message[] = [];
beforeEach(() => {
  stored = [];
  crisisDialog.set(undefined);
  portal.answer(assistant, { mode: 'model', per_day: 100, left: 80 });
  portal.answer(conversations, () => (stored.length > 0 ? listed(one) : listed()));
  portal.answer(conversation, () => ({ ...one, messages: stored }));
  portal.answer(createConversation, { conversation_id: 'c1' });
  portal.answer(namedStudent, {});
  portal.answer(draftKey, { key: 'a'.repeat(43) });
});

const open = (at = '/ai-chat') => show(<AiChatPage />, { may, path: '/ai-chat', at });
const field = () => screen.findByRole('textbox', { name: '向 AI 助手提问' });

describe('the assistant with a model', () => {
  it('opens a conversation with the first question, shows the answer as it arrives, and keeps it', async () => {
    const end = later<undefined>();
    portal.answer(ask, async () => {
      await end.answer();
      stored = [message('person', '考前焦虑怎么办'), message('model', '先**倾听**')];
      return events(
        ['question', { message_id: 'person-考前焦虑怎么办' }],
        ['text', { text: '先**倾听**' }],
        ['end', { state: 'whole', message_id: 'x' }],
      );
    });
    const { user, address } = open();
    await user.type(await field(), '考前焦虑怎么办{Enter}');
    const log = await screen.findByRole('log', { name: '对话内容' });
    expect(log).toHaveAttribute('aria-busy', 'true');
    expect(within(log).getByText('考前焦虑怎么办')).toBeVisible();
    expect(await field()).toHaveValue('');
    end.give(undefined);
    expect(await within(log).findByText('倾听')).toBeVisible();
    await waitFor(() => expect(log).toHaveAttribute('aria-busy', 'false'));
    await waitFor(() => expect(address()).toBe('/ai-chat?conversation=c1'));
    expect(portal.requests(createConversation)[0]?.body).toEqual({ title: '考前焦虑怎么办' });
    expect(within(log).getAllByRole('listitem')).toHaveLength(2);
    await waitFor(() => expect(screen.getByRole('link', { name: /考前焦虑/ })).toHaveAttribute('aria-current', 'page'));
  });

  it('keeps in the field what was refused, with the reason', async () => {
    portal.answer(ask, refusal('AC_TOO_MANY_REQUESTS', { message: '今天的提问次数已用完，请明天再问' }));
    const { user } = open();
    await user.type(await field(), '问题{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('今天的提问次数已用完，请明天再问');
    await waitFor(async () => expect(await field()).toHaveValue('问题'));
  });

  it('says why an answer ended early, and offers another', async () => {
    portal.answer(ask, () => {
      stored = [message('person', '问题'), message('model', '一半', { message_id: 'm2', state: 'broken' })];
      return events(
        ['text', { text: '一半' }],
        ['end', { state: 'broken', message_id: 'm2', message: '与 AI 服务的连接中断了，回答不完整' }],
      );
    });
    const { user } = open();
    await user.type(await field(), '问题{Enter}');
    expect(await screen.findByText('与 AI 服务的连接中断了，回答不完整')).toBeVisible();
    expect(button('重新回答')).toBeEnabled();
  });

  it('sends nothing that is empty or too long', async () => {
    const { user } = open();
    const input = await field();
    expect(button('发送')).toBeDisabled();
    await user.click(input);
    await user.paste('长'.repeat(4001));
    expect(screen.getByRole('alert')).toHaveTextContent('最多 4000 个字，现在有 4001 个');
    expect(button('发送')).toBeDisabled();
  });

  it('shows help lines at once, and opens the report for the named student or another one', async () => {
    const answer = later<Blob>();
    portal.answer(ask, () => answer.answer());
    portal.answer(namedStudent, { student: { child_id: 'k1', child_name: '徐梓阳' } });
    const { user } = open();
    await user.type(await field(), '徐梓阳说不想活了{Enter}');
    // Before any answer.
    const card = await screen.findByRole('region', { name: '如果学生现在有危险' });
    expect(
      within(card)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['tel:110', 'tel:120', 'tel:12356', 'tel:12355']);
    stored = [message('person', '徐梓阳说不想活了', { message_id: 'q1', danger: true }), message('model', '先陪伴')];
    answer.give(
      events(
        ['question', { message_id: 'q1' }],
        ['text', { text: '先陪伴' }],
        ['end', { state: 'whole', message_id: 'm' }],
      ),
    );
    await user.click(await screen.findByRole('button', { name: '上报 徐梓阳 的情况' }));
    expect(crisisDialog.get()).toEqual({
      name: 'report',
      request: { student: { child_id: 'k1', child_name: '徐梓阳' }, talkId: 'q1' },
    });
    await user.click(screen.getByRole('button', { name: '上报其他学生' }));
    expect(crisisDialog.get()).toEqual({ name: 'report', request: { student: undefined, talkId: 'q1' } });
  });

  it('renames and deletes a conversation; a deleted one is left', async () => {
    stored = [message('person', '问题'), message('model', '回答')];
    portal.answer(renameConversation, { ok: true });
    portal.answer(deleteConversation, { ok: true });
    const { user, address } = open('/ai-chat?conversation=c1');
    await user.click(await screen.findByRole('button', { name: '“考前焦虑”的更多操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '修改标题' }));
    const title = await screen.findByRole('textbox', { name: '标题' });
    await user.clear(title);
    await user.click(button('保存标题'));
    expect(await screen.findByText('请填写标题')).toBeVisible();
    await user.type(title, '新标题');
    await user.click(button('保存标题'));
    await waitFor(() => expect(portal.requests(renameConversation)[0]?.body).toEqual({ title: '新标题' }));
    await user.click(await screen.findByRole('button', { name: '“考前焦虑”的更多操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '删除对话' }));
    const dialog = await screen.findByRole('dialog', { name: /删除对话“考前焦虑”/ });
    await user.click(within(dialog).getByRole('button', { name: '删除对话' }));
    await waitFor(() => expect(address()).toBe('/ai-chat'));
    expect(portal.requests(deleteConversation)).toHaveLength(1);
  });

  it('says that another person’s or a deleted conversation is not there', async () => {
    portal.answer(conversation, refusal('PSY_NOT_FOUND'));
    open('/ai-chat?conversation=cx');
    expect(await screen.findByText(/不存在/)).toBeVisible();
  });

  it('has its conversations in a drawer on a phone', async () => {
    viewport(390);
    stored = [message('person', '问题')];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '对话记录' }));
    expect(await screen.findByRole('link', { name: /考前焦虑/ })).toBeInTheDocument();
  });
});

describe('the assistant without a model', () => {
  beforeEach(() => portal.answer(assistant, { mode: 'help', per_day: 100, left: 100 }));

  it('says so, and answers with articles as sources', async () => {
    portal.answer(answerFromHelp, ({ body }) => {
      const { text, articles } = body as { text: string; articles: string[] };
      stored = [message('person', text), message('help', '', { articles })];
      return { messages: stored };
    });
    const { user } = open();
    expect(await screen.findByText(/平台没有接入 AI 模型/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: '怎样导入学生名单？' })).toBeVisible());
    await user.click(screen.getByRole('button', { name: '发现学生有风险，怎样上报？' }));
    expect(await field()).toHaveValue('发现学生有风险，怎样上报？');
    await waitFor(() => expect(button('发送')).toBeEnabled());
    await user.click(button('发送'));
    const source = await screen.findByRole('link', { name: '危机上报' });
    expect(source).toHaveAttribute('href', '/help-center/index?article=report-crisis');
    expect(portal.requests(answerFromHelp)[0]?.body).toMatchObject({
      articles: expect.arrayContaining(['report-crisis']),
    });
  });

  it('says when no article is about the question', async () => {
    stored = [message('person', '今天天气怎么样'), message('help', '', { articles: [] })];
    open('/ai-chat?conversation=c1');
    expect(await screen.findByText(/没有找到与问题有关的文章/)).toBeVisible();
  });
});
