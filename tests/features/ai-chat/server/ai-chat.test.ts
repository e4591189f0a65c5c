import { beforeAll, beforeEach, expect, it } from 'vitest';
import { KEEP_DAYS } from '../../../../src/features/ai-chat/public.ts';
import { openAiModel } from '../../../../src/features/ai-chat/server/model/openai-model.ts';
import type { AssistantSettings } from '../../../../src/features/ai-chat/server/settings.ts';
import type { Client, Listening } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { begin, finish, part, says, startModel } from './model-server.ts';

const CHAT = '/v1/portal/ai_chat/conversations';
const DAY = 86_400_000;

type Changeable = { -readonly [K in keyof AssistantSettings]: AssistantSettings[K] };

describeApi('the AI assistant', (kind) => {
  const assistant: Changeable = {
    model: undefined,
    perPersonDay: 1000,
    perOrgDay: 1000,
    orgAtOnce: 8,
    answerMs: 60_000,
  };
  const server = useServer(kind, { services: { assistant } });
  let model: Awaited<ReturnType<typeof startModel>>;
  let psychologist: Client;
  let teacher: Client;
  /** Students of the demo school: one of class 1, one of another class with the same first character. */
  let student: { child_id: string; child_name: string; student_no: string; mobile: string; class_id: string };

  const modelWith = (more: Partial<Parameters<typeof openAiModel>[0]> = {}) =>
    openAiModel({
      url: model.url,
      key: 'a key of the tests',
      model: 'test-1',
      maxTokens: 500,
      silenceMs: 30_000,
      ...more,
    });
  const signIn = async () => {
    psychologist = (await server().client.signIn('o2001r8')).withRole(2001, 8);
    teacher = (await server().client.signIn('o2001r7')).withRole(2001, 7);
  };
  /** Sessions end meanwhile. */
  const daysLater = async (days: number) => {
    server().clock.advance(days * DAY);
    await signIn();
  };
  beforeAll(async () => {
    model = await startModel();
    await signIn();
    const [found] = await server().db.admin((run) =>
      run(
        "select child_id, child_name, student_no, coalesce(mobile, '') as mobile, class_id from students s where org_id = '2001' and study_status = 1 and char_length(child_name) = 3 and not exists (select from students o where o.org_id = s.org_id and o.child_name = s.child_name and o.child_id <> s.child_id) order by student_no limit 1",
      ),
    );
    student = found as typeof student;
    return () => model.close();
  });
  beforeEach(() => {
    assistant.model = modelWith();
    Object.assign(assistant, { perPersonDay: 1000, perOrgDay: 1000, orgAtOnce: 8, answerMs: 60_000 });
    model.answers(says('好的'));
  });

  const newConversation = async (client = psychologist): Promise<string> =>
    (await client.post(CHAT, { title: '新的对话' })).data.conversation_id;
  const listen = (id: string, text: string, client = psychologist): Promise<Listening> =>
    client.listen(`${CHAT}/${id}/questions`, { method: 'POST', body: { text } });
  /** The whole answer, and how it ended. */
  async function heard(stream: Listening) {
    await stream.ended;
    const text = stream.events
      .filter(({ event }) => event === 'text')
      .map(({ data }) => data.text as string)
      .join('');
    return { text, end: stream.events.at(-1)?.data, status: stream.status };
  }
  const ask = async (id: string, text: string, client = psychologist) => heard(await listen(id, text, client));
  const messages = async (id: string) => (await psychologist.get(`${CHAT}/${id}`)).data.messages;

  it('streams an answer, keeps both, and sends nothing about person, organisation or session', async () => {
    const id = await newConversation();
    model.answers(says('可以先**倾听**，再约时间。'));
    const stream = await listen(id, '学生考试焦虑怎么办');
    const { text, end } = await heard(stream);
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store, no-transform',
    ]);
    expect([text, end.state]).toEqual(['可以先**倾听**，再约时间。', 'whole']);
    expect(await messages(id)).toMatchObject([
      { by: 'person', text: '学生考试焦虑怎么办', danger: false },
      { by: 'model', text: '可以先**倾听**，再约时间。', state: 'whole', message_id: end.message_id },
    ]);
    const asked = model.asked.at(-1);
    expect([asked?.path, asked?.headers.authorization, asked?.body.model, asked?.body.stream]).toEqual([
      '/v1/chat/completions',
      'Bearer a key of the tests',
      'test-1',
      true,
    ]);
    expect(Object.keys(asked?.body ?? {}).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
    expect(JSON.stringify(asked)).not.toMatch(/2001|o2001r8/);
  });

  it('replaces names and numbers before anything leaves, and puts them back in the answer', async () => {
    const id = await newConversation();
    model.answers(
      says(
        ({ body }) =>
          `关于${/〔学生\d〕/.exec(body.messages.at(-1)?.content ?? '')?.[0]}：打${/〔电话\d〕/.exec(body.messages.at(-1)?.content ?? '')?.[0]}联系家长`,
      ),
    );
    const { text } = await ask(
      id,
      `${student.child_name}（学号 ${student.student_no}）的家长电话 139-1234-5678，怎么联系`,
    );
    expect(text).toBe(`关于${student.child_name}：打139-1234-5678联系家长`);
    for (const value of [student.child_name, student.child_name.slice(1), student.student_no, '1234'])
      expect(model.sent()).not.toContain(value);
    // The next question has the same placeholders, and the answer before is replaced as well.
    const first = model.sent();
    await ask(id, `${student.child_name}今天来了`);
    const [placeholder] = /〔学生\d〕/.exec(first) ?? [];
    expect(model.sent()).toContain(`${placeholder}今天来了`);
    expect(model.sent()).toContain(`关于${placeholder}：`);
    expect(model.sent()).not.toContain(student.child_name.slice(1));
  });

  it('does not read the names of other organisations, and knows staff, guardians, classes and the school', async () => {
    const rows = await server().db.admin((run) =>
      run(
        "select (select guardian_name from guardians where org_id = '2001' and char_length(guardian_name) = 3 limit 1) as guardian, (select teacher_name from teachers where org_id = '2001' and char_length(teacher_name) = 3 limit 1) as staff, (select s.child_name from students s where org_id = '2002' and char_length(child_name) = 3 and not exists (select from students o where o.org_id = '2001' and (o.child_name = s.child_name or substr(o.child_name, 2) = substr(s.child_name, 2))) and not exists (select from guardians g where g.org_id = '2001' and substr(g.guardian_name, 2) = substr(s.child_name, 2)) and not exists (select from teachers t where t.org_id = '2001' and substr(t.teacher_name, 2) = substr(s.child_name, 2)) limit 1) as foreign_name",
      ),
    );
    const { guardian, staff, foreign_name: foreign } = rows[0] as Record<string, string>;
    const id = await newConversation();
    await ask(id, `青禾市第一中学的${guardian}和${staff}，还有${foreign}。`);
    for (const value of ['青禾', guardian, staff]) expect(model.sent()).not.toContain(value);
    // Without anything beside it that speaks of a person, the name of another school's student is a word like others.
    expect(model.sent()).toContain(foreign);
    await ask(id, `${foreign}同学转来了`);
    expect(model.sent()).not.toContain(`${foreign}同学`);
  });

  it('belongs to one person: for anybody else it is not there', async () => {
    const id = await newConversation();
    await ask(id, '怎么开主题班会');
    const other = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    const foreign = (await server().client.signIn('o2003r4')).withRole(2003, 4);
    for (const client of [other, foreign]) {
      expect((await client.get(CHAT)).data).toEqual({ total: 0, items: [] });
      expect((await client.get(`${CHAT}/${id}`)).status).toBe(404);
      expect((await client.get(`${CHAT}/${id}/student`)).status).toBe(404);
      expect((await client.put(`${CHAT}/${id}`, { title: '改' })).status).toBe(404);
      expect((await client.delete(`${CHAT}/${id}`)).status).toBe(404);
      expect((await listen(id, '问', client)).status).toBe(404);
      expect((await client.listen(`${CHAT}/${id}/answers`, { method: 'POST' })).status).toBe(404);
      expect((await client.post(`${CHAT}/${id}/help_answers`, { text: '问', articles: [] })).status).toBe(404);
      await client.delete(CHAT);
    }
    expect(await messages(id)).toHaveLength(2);
  });

  it('is encrypted at rest, renamed, deleted one by one and all at once', async () => {
    server().clock.advance(1000);
    const id = await newConversation();
    model.answers(says('秘密的回答'));
    await ask(id, `秘密的提问 ${student.child_name}`);
    await psychologist.put(`${CHAT}/${id}`, { title: '秘密的标题' });
    expect((await psychologist.get(CHAT)).data.items[0]).toMatchObject({ conversation_id: id, title: '秘密的标题' });
    const stored = await server().db.admin((run) =>
      run(
        `select c::text || coalesce((select string_agg(m::text, '') from ai_messages m where m.conversation_id = c.conversation_id), '') as row from ai_conversations c where conversation_id = '${id}'`,
      ),
    );
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`秘密|学生|${student.child_name}`));
    expect((await psychologist.put(`${CHAT}/${id}`, { title: '  ' })).status).toBe(400);
    expect((await psychologist.delete(`${CHAT}/${id}`)).status).toBe(200);
    expect((await psychologist.get(`${CHAT}/${id}`)).status).toBe(404);
    await newConversation();
    await psychologist.delete(CHAT);
    expect((await psychologist.get(CHAT)).data).toEqual({ total: 0, items: [] });
    const [left] = await server().db.admin((run) =>
      run(`select count(*)::int as n from ai_messages where conversation_id = '${id}'`),
    );
    expect(left?.['n']).toBe(0);
  });

  it('stops when the reader leaves, keeps what had arrived, and closes the connection to the model', async () => {
    const id = await newConversation();
    const before = model.closed();
    model.answers((_, response) => part(begin(response), '先说一半'));
    const stream = await listen(id, '一个长的问题');
    await stream.first(({ event }) => event === 'text');
    stream.close();
    await expect
      .poll(async () => (await messages(id)).at(-1))
      .toMatchObject({ by: 'model', text: '先说一半', state: 'stopped' });
    await expect.poll(() => model.closed()).toBeGreaterThan(before);
  });

  it('answers again in place of the former answer', async () => {
    const id = await newConversation();
    model.answers(says('第一次'));
    await ask(id, '同一个问题');
    model.answers(says('第二次'));
    const again = await heard(await psychologist.listen(`${CHAT}/${id}/answers`, { method: 'POST' }));
    expect(again.text).toBe('第二次');
    expect((await messages(id)).map(({ text }: { text: string }) => text)).toEqual(['同一个问题', '第二次']);
    expect(model.asked.at(-1)?.body.messages.filter(({ role }) => role !== 'system')).toHaveLength(1);
    const empty = await newConversation();
    expect((await psychologist.listen(`${CHAT}/${empty}/answers`, { method: 'POST' })).status).toBe(409);
  });

  it('says what went wrong when the model behaves badly, and keeps what had arrived', async () => {
    const bad: [string, Parameters<typeof model.answers>[0], { state: string; message: RegExp; text?: string }][] = [
      [
        'refuses the key',
        (_, r) => void r.writeHead(401).end('{"error":"key 徐"}'),
        { state: 'broken', message: /拒绝/ },
      ],
      ['is busy', (_, r) => void r.writeHead(429).end(), { state: 'broken', message: /正忙/ }],
      ['fails', (_, r) => void r.writeHead(500).end('<html>'), { state: 'broken', message: /异常/ }],
      [
        'redirects',
        (_, r) => void r.writeHead(302, { location: '/elsewhere' }).end(),
        { state: 'broken', message: /连不上/ },
      ],
      ['resets the connection', (_, r) => void r.socket?.destroy(), { state: 'broken', message: /连不上/ }],
      [
        'breaks off',
        (_, r) => {
          part(begin(r), '一半');
          r.write('data: {"cho', () => r.socket?.destroy());
        },
        { state: 'broken', message: /中断/, text: '一半' },
      ],
      [
        'ends without an end',
        (_, r) => {
          part(begin(r), '一半');
          r.end();
        },
        { state: 'broken', message: /中断/, text: '一半' },
      ],
      [
        'sends wrong JSON',
        (_, r) => {
          part(begin(r), '一半');
          r.end('data: {oops\n\n');
        },
        { state: 'broken', message: /无法识别/, text: '一半' },
      ],
      [
        'sends something else',
        (_, r) => void begin(r).end('data: {"choices":7}\n\ndata: [DONE]\n\n'),
        { state: 'broken', message: /无法识别/ },
      ],
      ['says nothing', (_, r) => finish(begin(r)), { state: 'broken', message: /无法识别/ }],
      [
        'is cut by its own limit',
        (_, r) => {
          part(begin(r), '一半');
          finish(r, 'length');
        },
        { state: 'cut', message: /太长/, text: '一半' },
      ],
      [
        'never ends a line',
        (_, r) => {
          begin(r);
          const more = () => r.writable && r.write('x'.repeat(65_536), more);
          more();
        },
        { state: 'broken', message: /无法识别/ },
      ],
      [
        'never ends',
        (_, r) => {
          begin(r);
          const more = () =>
            r.writable &&
            r.write(`data: ${JSON.stringify({ choices: [{ delta: { content: '啊'.repeat(500) } }] })}\n\n`, more);
          more();
        },
        { state: 'cut', message: /太长/ },
      ],
    ];
    for (const [what, answering, { state, message, text }] of bad) {
      model.answers(answering);
      const id = await newConversation();
      const got = await ask(id, '问题');
      expect([what, got.status, got.end?.state]).toEqual([what, 200, state]);
      expect(got.end.message).toMatch(message);
      if (text !== undefined) expect(got.text).toBe(text);
      expect((await messages(id)).at(-1)).toMatchObject({ by: 'model', text: got.text, state });
    }
  });

  it('gives up on a model that is silent, and on one that takes too long', async () => {
    const id = await newConversation();
    model.answers((_, response) => part(begin(response), '然后'));
    assistant.model = modelWith({ silenceMs: 50 });
    expect((await ask(id, '问题')).end).toMatchObject({
      state: 'broken',
      message: expect.stringMatching(/很久没有回应/),
    });
    assistant.model = modelWith();
    assistant.answerMs = 50;
    expect((await ask(id, '问题')).end).toMatchObject({ state: 'cut', message: expect.stringMatching(/用时太长/) });
  });

  it('takes the whole answer of a server that does not stream', async () => {
    const id = await newConversation();
    model.answers(
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ choices: [{ message: { content: '一次说完' }, finish_reason: 'stop' }] })),
    );
    expect(await ask(id, '问题')).toMatchObject({ text: '一次说完', end: { state: 'whole' } });
  });

  it('limits the questions of a person and of an organisation in a day, and says when to come back', async () => {
    await daysLater(1);
    const id = await newConversation(teacher);
    assistant.perPersonDay = 2;
    for (let n = 0; n < 2; n++) expect((await ask(id, '问', teacher)).status).toBe(200);
    expect((await teacher.get('/v1/portal/ai_chat/assistant')).data).toEqual({ mode: 'model', per_day: 2, left: 0 });
    const refused = await teacher.post(`${CHAT}/${id}/questions`, { text: '问' });
    expect([refused.status, refused.json.message]).toEqual([429, '今天的提问次数已用完（每人每天 2 次），请明天再问']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    assistant.perPersonDay = 1000;
    assistant.perOrgDay = 2;
    const org = await teacher.post(`${CHAT}/${id}/questions`, { text: '问' });
    expect([org.status, org.json.message]).toEqual([429, '本单位今天的提问次数已用完，请明天再问']);
    await daysLater(1);
    expect((await ask(id, '问', teacher)).status).toBe(200);
  });

  it('limits the answers at a time: of a conversation, of a person, of an organisation', async () => {
    model.answers((_, response) => part(begin(response), '…'));
    const ids = [await newConversation(), await newConversation(), await newConversation()];
    const open = [await listen(ids[0]!, '问'), await listen(ids[1]!, '问')];
    const same = await psychologist.post(`${CHAT}/${ids[0]}/questions`, { text: '问' });
    expect([same.status, same.json.message]).toEqual([409, '这个对话正在回答，请等它结束，或先停止']);
    const third = await psychologist.post(`${CHAT}/${ids[2]}/questions`, { text: '问' });
    expect([third.status, third.json.message]).toEqual([429, '您有其他提问正在回答，请等它结束后再问']);
    assistant.orgAtOnce = 2;
    const theirs = await newConversation(teacher);
    const crowded = await teacher.post(`${CHAT}/${theirs}/questions`, { text: '问' });
    expect([crowded.status, crowded.json.message]).toEqual([429, '现在提问的人较多，请稍后再试']);
    for (const stream of open) stream.close();
    model.answers(says('好的'));
    // The turns come back.
    await expect.poll(async () => (await listen(ids[2]!, '问')).status).toBe(200);
    await expect.poll(async () => (await listen(theirs, '问', teacher)).status).toBe(200);
  });

  it('refuses an empty and an overlong question', async () => {
    const id = await newConversation();
    expect((await psychologist.post(`${CHAT}/${id}/questions`, { text: ' \n ' })).status).toBe(400);
    expect((await psychologist.post(`${CHAT}/${id}/questions`, { text: '长'.repeat(4001) })).status).toBe(400);
    expect(await messages(id)).toEqual([]);
  });

  it('leaves no word in the log and in the metrics; the operation log has ids and numbers', async () => {
    const id = await newConversation();
    model.answers(says('绝密的回答'));
    await ask(id, `绝密的提问 ${student.child_name}`);
    model.answers((_, response) => void response.writeHead(500).end('绝密的错误'));
    await ask(id, '绝密的提问');
    const metrics = await psychologist.publicly('GET', '/metrics');
    for (const text of [server().log.text, metrics.text]) {
      expect(text).not.toMatch(/绝密|新的对话|a key of the tests/);
      expect(text).not.toContain(student.child_name);
    }
    const entries = await server().db.admin((run) =>
      run(
        `select act, row_label, before, after from audit_logs where resource = 'ai_chat' and row_id = '${id}' order by log_id`,
      ),
    );
    expect(entries.map(({ act }) => act).toSorted()).toEqual(['ask', 'ask', 'create']);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`绝密|对话|${student.child_name}`));
    expect(entries.find(({ act }) => act === 'ask')?.['after']).toMatchObject({
      words_replaced: expect.any(Number),
      text_length: expect.any(Number),
    });
  });

  it('marks a question that speaks of danger, and tells the model', async () => {
    const id = await newConversation();
    await ask(id, '学生说不想活了怎么办');
    expect((await messages(id))[0]).toMatchObject({ danger: true });
    expect(model.asked.at(-1)?.body.messages[0]?.content).toContain('这次提问提到紧急危险');
    await ask(id, '谢谢');
    expect(model.asked.at(-1)?.body.messages[0]?.content).not.toContain('这次提问提到紧急危险');
  });

  it('names the student for a report only where it is one, within the scope, for those with a list of students', async () => {
    const named = async (text: string, client: Client) => {
      const id = await newConversation(client);
      await ask(id, text, client);
      return (await client.get(`${CHAT}/${id}/student`)).data.student;
    };
    const text = `${student.child_name}说不想活了`;
    expect(await named(text, psychologist)).toEqual({ child_id: student.child_id, child_name: student.child_name });
    expect(await named('有学生说不想活了', psychologist)).toBeUndefined();
    expect(await named(text, teacher)).toBeUndefined();
    const [another] = await server().db.admin((run) =>
      run(
        `select child_name from students where org_id = '2001' and study_status = 1 and child_name <> '${student.child_name}' and char_length(child_name) = 3 limit 1`,
      ),
    );
    expect(await named(`${text}，${String(another?.['child_name'])}看见了`, psychologist)).toBeUndefined();
    const classTeacher = (await server().client.signIn('o2001r10')).withRole(2001, 10);
    const [theirs] = await server().db.admin((run) =>
      run("select role_extend from memberships where org_id = '2001' and role_id = 10 order by user_id limit 1"),
    );
    const own = JSON.stringify(theirs?.['role_extend']).includes(student.class_id);
    expect((await named(text, classTeacher)) !== undefined).toBe(own);
  });

  it('raises no warning itself; a report from the conversation has the source smart talk, once for a student', async () => {
    const id = await newConversation();
    const before = await server().db.admin((run) => run('select count(*)::int as n from warns'));
    await ask(id, `${student.child_name}说不想活了`);
    expect(await server().db.admin((run) => run('select count(*)::int as n from warns'))).toEqual(before);
    const [question] = await messages(id);
    const report = {
      child_id: student.child_id,
      category_ids: ['emotion'],
      warn_content: '和老师谈话时说不想活了',
      source_type: 1,
      talk_id: question.message_id,
    };
    const made = await psychologist.post('/v1/portal/psychology_warns/artificials', report);
    expect(made.status).toBe(201);
    const [warn] = await server().db.admin((run) =>
      run(`select source, source_type, child_id, reporter_id from warns where warn_id = '${made.data.warn_id}'`),
    );
    expect(warn).toEqual({
      source: 3,
      source_type: null,
      child_id: student.child_id,
      reporter_id: psychologist.session.user_id,
    });
    const again = await psychologist.post('/v1/portal/psychology_warns/artificials', {
      ...report,
      warn_content: '又说了一次',
    });
    expect([again.status, again.json.message]).toEqual([409, '已经从这次提问为这名学生上报过预警，请在那条预警里补充']);
  });

  it('answers from help articles without a model, and sends nothing', async () => {
    assistant.model = undefined;
    expect((await psychologist.get('/v1/portal/ai_chat/assistant')).data.mode).toBe('help');
    const id = await newConversation();
    const sent = model.asked.length;
    const answer = await psychologist.post(`${CHAT}/${id}/help_answers`, {
      text: '怎么导入学生',
      articles: ['import-rolls'],
    });
    expect(answer.data.messages).toMatchObject([
      { by: 'person', text: '怎么导入学生' },
      { by: 'help', text: '', articles: ['import-rolls'] },
    ]);
    expect((await listen(id, '问')).status).toBe(409);
    // Help answers are no part of what a model is sent later.
    assistant.model = modelWith();
    await ask(id, '再问');
    expect(model.asked).toHaveLength(sent + 1);
    expect(model.sent()).not.toContain('import-rolls');
  });

  it('is deleted when it was not used for a long time', async () => {
    const [old, young] = [await newConversation(), await newConversation()];
    await daysLater(KEEP_DAYS - 1);
    await ask(young, '还在用');
    await daysLater(2);
    await server().services.jobs.runNow('ai-chat-clearing');
    const left = await Promise.all([old, young].map((id) => psychologist.get(`${CHAT}/${id}`)));
    expect(left.map(({ status }) => status)).toEqual([404, 200]);
  });
});
