import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows, insertExam } from '../../screening/support/rows.ts';
import { submitPhq9 } from '../../screening/support/submit.ts';

const HOUR = 3_600_000;
const path = (id: string) => `/v1/portal/child_exams/${id}/report`;
const file = (id: string) => `/v1/portal/exams/tests/users/report/export?child_exam_id=${id}`;
const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

/** The characters that a PDF's fonts map their glyphs to, so that its text can be selected and searched. */
function charactersOf(pdf: Buffer): Set<string> {
  const found = new Set<string>();
  const text = pdf.toString('latin1');
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const start = text.indexOf('\n', index) + 1;
    try {
      const content = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1');
      for (const [, hex = ''] of content.matchAll(/<[0-9A-F]{4}> <((?:[0-9A-F]{4})+)>/gi))
        found.add(Buffer.from(hex, 'hex').swap16().toString('utf16le'));
    } catch {
      // Not a compressed stream.
    }
  }
  return found;
}

describeApi('the personal report', (kind) => {
  const server = useServer(kind, { session: { accessMs: 90 * 24 * HOUR } });
  let student: Client;
  let guardian: Client;
  let psychologist: Client;
  let admin: Client;
  beforeAll(async () => {
    server().clock.time = Date.parse('2026-11-20T10:00:00+08:00');
    student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    guardian = (await server().client.signIn('o2001p1')).withoutRole(2001);
    psychologist = await staff('o2001r8', 8);
    admin = await staff('o2001r4', 4);
  });
  const staff = async (login: string, role: number, org = 2001) =>
    (await server().client.signIn(login)).withRole(org, role).verified();
  let n = 0;
  /** A submitted and scored sheet of the PHQ-9 by the student; 1 is 8 points, 2 is positive with 16. */
  const submitted = (value: number, visibility: Record<string, string> = {}) =>
    submitPhq9(server(), student, value, { examId: `pr${(n += 1)}`, visibility, duty: ['u-o2001r14'] });
  const read = async (client: Client, id: string) => {
    const answer = await client.get(path(id));
    expect(outcome(answer)).toBe('200');
    return answer.data;
  };

  describe('of staff', () => {
    it('has scores on their bands, norm, version, and no change without an earlier result', async () => {
      const data = await read(psychologist, await submitted(1));
      expect(data).toMatchObject({ reader: 'teacher', view: 'scores', state: 'ready', may_export: true, critical: [] });
      const [scale] = data.scales;
      expect(scale).toMatchObject({ scale_id: 'phq-9', valid: true, unofficial: true });
      expect(scale.norm.source.length).toBeGreaterThan(5);
      expect(scale.version).toMatch(/\d/);
      const [total] = scale.dimensions;
      expect(total).toMatchObject({ dimension_id: 'total', score: 8, band_title: expect.any(String) });
      expect(total.bands.map((band: { severity: number }) => band.severity)).toEqual([0, 0.25, 0.5, 0.75, 1]);
      expect(total.words.length).toBeGreaterThan(5);
    });

    it('says how the score differs from the result before, and does not judge it without a reliability', async () => {
      await submitted(1);
      server().clock.advance(24 * HOUR);
      psychologist = await psychologist.verified();
      const [scale] = (await read(psychologist, await submitted(0))).scales;
      expect(scale.former).toMatchObject({ exam_name: expect.any(String) });
      expect(scale.dimensions[0].change).toEqual({ from: 8, to: 0, difference: -8 });
    });

    it('shows critical answers in words, to those alone who see scores', async () => {
      const examId = 'prcritical';
      const visibility = { student: 'bands', guardian: 'bands' };
      const [id = ''] = await insertExam(server(), { examId, users: [student.session.user_id], visibility });
      const answers = Array.from({ length: 9 }, (_, i) => ({
        scale_id: 'phq-9',
        item_id: String(i + 1),
        value: i === 8 ? 1 : 0,
        seq: 1,
      }));
      await student.put(`/v1/portal/child_exams/${id}/answers`, { answers });
      await student.post(`/v1/portal/child_exams/${id}/submit`, {});
      await server().services.jobs.runDue();
      const { critical } = await read(psychologist, id);
      expect(critical).toMatchObject([{ scale_id: 'phq-9', item_id: '9', answer: '有几天' }]);
      expect(critical[0].words.length).toBeGreaterThan(5);
      const own = await read(student, id);
      expect([own.critical, own.scales]).toEqual([[], []]);
    });

    it('is held back until an interview’s verdict, and then not a file either', async () => {
      const id = await submitted(2, { student: 'bands' });
      const leader = await staff('o2001r12', 12);
      expect(await read(leader, id)).toMatchObject({ state: 'held', scales: [], critical: [] });
      expect(outcome(await leader.get(file(id)))).toBe('409 PSY_REPORT_NOT_READY');
      // The student does not learn that something waits to be verified.
      expect(await read(student, id)).toMatchObject({ state: 'waiting', scales: [] });
      expect((await read(psychologist, id)).state).toBe('ready');
      const [warn] = await rowsOf(server(), 'select warn_id from warns where source_ref like $1', `pr${n}:%`);
      const verdict = { valid_status: 2, reason: '已访谈', file_ids: [] };
      expect(
        (await psychologist.put(`/v1/portal/psychology_warns/${String(warn?.['warn_id'])}/verify`, verdict)).status,
      ).toBe(200);
      for (const client of [leader, student]) expect((await read(client, id)).state).toBe('ready');
    });
  });

  it('of students and guardians has what the plan opens, in words for them', async () => {
    const closed = await submitted(1);
    for (const client of [student, guardian]) {
      expect(outcome(await client.get(path(closed)))).toMatch(/^403 /);
      expect(outcome(await client.get(file(closed)))).toMatch(/^403 /);
    }
    const words = await read(student, await submitted(1, { student: 'words' }));
    expect(words).toMatchObject({ reader: 'student', view: 'words', critical: [], may_export: true });
    expect(Object.keys(words.scales[0].dimensions[0]).sort()).toEqual(['dimension_id', 'title', 'words']);
    expect([words.scales[0].norm, words.scales[0].former]).toEqual([undefined, undefined]);
    const bands = await read(student, await submitted(1, { student: 'bands' }));
    expect(Object.keys(bands.scales[0].dimensions[0]).sort()).toEqual([
      'band_title',
      'dimension_id',
      'title',
      'tone',
      'words',
    ]);
    const staffWords = (await read(psychologist, bands.child_exam_id)).scales[0].dimensions[0].words;
    expect(bands.scales[0].dimensions[0].words).not.toBe(staffWords);
  });

  it('opens to class teachers with one flag, and its bands with another', async () => {
    const id = await submitted(1, { class_teacher: 'bands' });
    const teacher = await staff('o2001r10', 10);
    const set = async (flags: Record<string, boolean>) => {
      admin = await admin.verified();
      expect((await admin.put('/v1/portal/rbac/roles/10/auths', flags)).status).toBe(200);
    };
    expect(outcome(await teacher.get(path(id)))).toBe('403 AC_FORBIDDEN');
    await set({ student_report_view: true });
    const put = (classId: unknown) =>
      changeRows(server(), 'update students set class_id = $2 where user_id = $1', [student.session.user_id, classId]);
    const [row] = await rowsOf(server(), 'select class_id from students where user_id = $1', student.session.user_id);
    await put(null);
    expect([403, 404]).toContain((await teacher.get(path(id))).status);
    await put(row?.['class_id']);
    const data = await read(teacher, id);
    expect(data).toMatchObject({ view: 'words', may_export: false });
    expect(data.scales[0].dimensions[0].band_title).toBeUndefined();
    await set({ student_risk_view: true });
    expect((await read(teacher, id)).scales[0].dimensions[0].band_title).toEqual(expect.any(String));
    expect(outcome(await teacher.get(file(id)))).toBe('403 AC_FORBIDDEN');
    await set({ student_report_view: false, student_risk_view: false });
  });

  it('is refused to others, and says what is missing', async () => {
    const id = await submitted(1, { student: 'words' });
    const other = await staff('o2002r4', 4, 2002);
    for (const target of [path(id), file(id)]) expect([403, 404]).toContain((await other.get(target)).status);
    const neighbour = (await server().client.signIn('o2001s2')).withoutRole(2001);
    expect([403, 404]).toContain((await neighbour.get(path(id))).status);
    expect(outcome(await psychologist.get(path('none')))).toBe('404 PSY_NOT_FOUND');
    const teacher = await staff('o2001r7', 7);
    expect(outcome(await teacher.get(path(id)))).toBe('403 AC_FORBIDDEN');
    const unproved = (await server().client.signIn('o2001r14')).withRole(2001, 14);
    expect(outcome(await unproved.get(path(id)))).toMatch(/PSY_INVALID_SECONDARY_TOKEN/);

    const [half = ''] = await insertExam(server(), { examId: 'prhalf', users: [student.session.user_id] });
    const answer = await psychologist.get(path(half));
    expect([outcome(answer), answer.json.message]).toEqual(['404 PSY_NOT_FOUND', '这份问卷还没有交卷，没有结果']);
    await changeRows(server(), 'update exam_sheets set withdrawn_at = now() where child_exam_id = $1', [id]);
    expect(outcome(await psychologist.get(path(id)))).toBe('409 PSY_SHEET_SEALED');
    expect(outcome(await psychologist.get(file(id)))).toBe('409 PSY_SHEET_SEALED');
  });

  it('is a PDF with selectable Chinese text, and both reading and making it are logged', async () => {
    const id = await submitted(1);
    await read(psychologist, id);
    const answer = await psychologist.get(file(id));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(decodeURIComponent(answer.headers['content-disposition'] ?? '')).toMatch(/个人测评报告_.*\.pdf$/);
    expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
    const characters = charactersOf(answer.body);
    // Of the title, the notice that it is no diagnosis, the watermark, and the chart.
    for (const character of '个人测评报告筛查不是诊断请勿外传轻度') expect(characters).toContain(character);
    const acts = await rowsOf(server(), 'select act from audit_logs where row_id = $1 order by act', id);
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['export', 'read']));
  });
});
