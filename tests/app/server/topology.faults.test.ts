import { once } from 'node:events';
import net from 'node:net';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { dataOf, type Listed } from '../../platform/resources/server/support.ts';
import { md5, type Client } from '../../support/client.ts';
import { times } from '../../support/faults.ts';
import { useTopology } from '../../support/topology.ts';
import { valkeyProgram } from '../../support/valkey.ts';

const CLASSES = '/v1/portal/classes';
const WARNS = '/v1/portal/psychology_warns';
const STREAM = '/v1/portal/notices/stream';
const SIGN_IN = '/v2/oauth2/tokens/actions/sign_in';
const STUDIO = '/v1/portal/schema_studio/resources/class';

interface Published {
  version: number;
  seen: string;
}

describe.skipIf(!valkeyProgram || !inject('databases').postgres)('two processes over one database and Valkey', () => {
  const topology = useTopology();
  let admin: Client;
  let psychologist: Client;
  let teacher: Client;
  /** The same session, sent past the proxy to one process. */
  const at = (client: Client, node: 0 | 1) => client.as({ port: topology().nodes[node].port });
  const newClass = (n: number) => ({ class_name: `轮换${n}班`, period: 3, grade: 7 });
  const signIn = async (role: number) =>
    (await topology().client.signIn(`o2001r${role}`)).withRole(2001, role).verified();
  beforeAll(async () => {
    [admin, psychologist, teacher] = await Promise.all([signIn(4), signIn(8), signIn(10)]);
  });

  it('share sessions: what one signs in the other admits, and what one signs out the other refuses', async () => {
    const session = (await at(topology().client, 0).signIn('o2001r12')).withRole(2001, 12);
    const there = at(session, 1);
    expect((await there.get(CLASSES)).status).toBe(200);
    const { items } = dataOf<Listed<{ id: string; is_current: boolean }>>(await there.get('/v2/accounts/sessions'));
    const own = items.find(({ is_current }) => is_current);
    expect((await there.delete(`/v2/accounts/sessions/${own?.id}`)).status).toBe(200);
    await expect.poll(async () => (await at(session, 0).get(CLASSES)).status).toBe(401);
  });

  it('accept a signed request once, whichever of them gets it', async () => {
    const sent = admin.outgoing('GET', CLASSES);
    const answers = await Promise.all([0, 1, 0, 1].map((node) => at(admin, node as 0 | 1).raw(sent)));
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([
      200,
      'AC_NONCE_INVALID',
      'AC_NONCE_INVALID',
      'AC_NONCE_INVALID',
    ]);
  });

  it('create one row for an idempotency key that reaches both', async () => {
    const options = { headers: { 'idempotency-key': 'two-processes-one-key' } };
    const answers = await Promise.all(
      [0, 1].map((node) => at(admin, node as 0 | 1).post(CLASSES, newClass(61), options)),
    );
    const ids = answers.filter(({ status }) => status === 201).map(({ data }) => String(data.class_id));
    expect(new Set(ids).size).toBe(1);
    const found = dataOf<Listed>(await admin.get(`${CLASSES}?size=200`)).items;
    expect(found.filter(({ class_name }) => class_name === '轮换61班')).toHaveLength(1);
  });

  it('count wrong passwords together', async () => {
    const wrong = { account: 'o2001r5', password: md5('wrong') };
    const codes: unknown[] = [];
    for (const node of [0, 1, 0, 1] as const)
      codes.push((await at(topology().client, node).publicly('POST', SIGN_IN, wrong)).code);
    expect(codes).toEqual(['AC_WRONG_PASSWORD', 'AC_WRONG_PASSWORD', 'SHOW_VERIFY_CODE', 'SHOW_VERIFY_CODE']);
  });

  it('push a warning that one of them takes to listeners at both', async () => {
    const streams = await Promise.all([0, 1].map((node) => at(psychologist, node as 0 | 1).listen(STREAM)));
    onTestFinished(() => streams.forEach((stream) => stream.close()));
    const [student] = dataOf<Listed<{ child_id: string }>>(await teacher.get('/v1/portal/students?size=1')).items;
    const reported = await at(teacher, 0).post(`${WARNS}/artificials`, {
      child_id: student?.child_id,
      category_ids: ['emotion'],
      warn_content: '经常无故哭泣',
      source_type: 1,
      student_consulting_id: null,
    });
    expect(reported.status).toBe(201);
    const { warn_id } = dataOf<{ warn_id: string }>(reported);
    for (const stream of streams)
      await stream.first(({ event, data }) => event === 'notice' && data.subject_id === warn_id);
  });

  it('both have a schema that one of them published', async () => {
    const building = { type: 'string', title: '楼栋', maxLength: 20, 'x-form': { on: ['create'], order: 20 } };
    const overlay = { properties: { building } };
    const { version } = dataOf<Published>(await at(admin, 0).get(STUDIO));
    const { seen } = dataOf<Published>(await at(admin, 0).post(`${STUDIO}/impact`, { overlay }));
    const published = await at(admin, 0).post(`${STUDIO}/publish`, { overlay, version, seen, note: '' });
    expect([published.status, published.text]).toEqual([200, expect.any(String)]);
    const refused = await at(admin, 0).post(CLASSES, { ...newClass(62), building: 1 });
    expect(refused.fields).toEqual(['/building']);
    await expect
      .poll(async () => (await at(admin, 1).post(CLASSES, { ...newClass(62), building: 1 })).fields)
      .toEqual(['/building']);
  });

  it('both apply a right that one of them changed', async () => {
    const put = (flag: boolean) =>
      at(admin, 0).put('/v1/portal/rbac/roles/10/auths', {
        student_report_view: false,
        student_risk_view: false,
        head_class_teacher_check_wraning: flag,
      });
    for (const flag of [true, false]) {
      expect((await put(flag)).status).toBe(200);
      for (const node of [0, 1] as const)
        await expect.poll(async () => (await at(teacher, node).get(WARNS)).status).toBe(flag ? 200 : 403);
    }
  });

  /** Asks over one connection until the process closes it; keeps the status and `connection` of each answer. */
  function askUntilClosed(port: number): { answers: string[]; ended: Promise<unknown> } {
    const answers: string[] = [];
    const socket = net.connect(port, '127.0.0.1').setEncoding('latin1');
    onTestFinished(() => void socket.destroy());
    const ask = () => socket.write('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      const [whole, status, connection] = /^HTTP\/1\.1 (\d+)[^]*\r\nconnection: ([\w-]+)[^]*\}$/i.exec(text) ?? [];
      if (whole === undefined) return;
      text = '';
      answers.push(`${status} ${connection}`);
      if (connection !== 'close') ask();
    });
    ask();
    return { answers, ended: once(socket, 'end') };
  }

  it('lose no request while they are replaced one after the other under load', async () => {
    const { restart, balancer, nodes } = topology();
    const load = new AbortController();
    const answers = new Map<string, number>();
    const created: string[] = [];
    const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
    /** Reads and writes in turn until the processes are replaced; at most so many times. */
    const work = async (worker: number) => {
      for (let i = 0; i < times(1000, 10_000) && !load.signal.aborted; i++) {
        const read = await admin.get(`${CLASSES}?size=1`);
        count(`GET ${read.status} ${read.code ?? ''}`);
        const write = await admin.post(CLASSES, newClass(10_000 * (worker + 1) + i));
        count(`POST ${write.status} ${write.code ?? ''}`);
        if (write.status === 201) created.push(dataOf<{ class_id: string }>(write).class_id);
      }
    };
    const loaded = Promise.all(Array.from({ length: times(3, 8) }, (_, worker) => work(worker)));
    for (let round = 0; round < times(1, 5); round++)
      for (const node of [0, 1] as const) {
        const { answers: asked, ended } = askUntilClosed(nodes[node].port);
        await expect.poll(() => asked.length).toBeGreaterThan(0);
        await restart(node);
        await ended;
        expect(asked.pop()).toBe('503 close');
        expect(new Set(asked)).toEqual(new Set(['200 keep-alive']));
      }
    await expect.poll(() => created.length).toBeGreaterThan(20);
    load.abort();
    await loaded;
    expect([...answers.keys()].sort()).toEqual(['GET 200 ', 'POST 201 ']);
    expect(balancer.ready).toHaveLength(2);
    const { total } = dataOf<Listed>(await admin.get(`${CLASSES}?size=1&class_name=${encodeURIComponent('轮换')}`));
    expect(total).toBe(created.length + 1);
  });
});
