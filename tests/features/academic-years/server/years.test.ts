import { describe, expect, it } from 'vitest';
import {
  CLASSES,
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const YEARS = '/v1/portal/orgs/years';
const next = { year_name: '2027—2028学年', start_on: '2027-09-01', end_on: '2028-08-31' };
interface YearRow extends Record<string, unknown> {
  year_id: string;
  year_name: string;
  is_current: boolean;
  class_count: number;
  updated_at: string;
}
interface Plan {
  version: string;
  classes: Record<string, unknown>[];
  promoted: number;
  graduated: number;
  new_classes: number;
  suspended: number;
}

describeApi('academic years', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const second = useClient(server, 2001, 5);
  const primary = useClient(server, 2002, 4);
  const teacher = useClient(server, 2001, 10);
  const list = async (client = admin) => dataOf<Listed<YearRow>>(await client().get(`${YEARS}/list?size=50`)).items;
  const create = async (body: Record<string, unknown>, client = admin) =>
    dataOf<YearRow>(await client().post(YEARS, body));
  const planOf = async (id: string, client = admin) => dataOf<Plan>(await client().get(`${YEARS}/${id}/roll_over`));

  it('lists the years with their classes, latest first', async () => {
    expect(
      (await list()).map(({ year_name, is_current, class_count }) => [year_name, is_current, class_count]),
    ).toEqual([
      ['2026—2027学年', true, 36],
      ['2025—2026学年', false, 36],
    ]);
  });

  it('refuses wrong dates, overlaps and used names', async () => {
    const refused = async (body: Record<string, unknown>, field: string) => {
      const answer = await admin().post(YEARS, { ...next, ...body });
      return [answer.status, messageOf(answer, field)];
    };
    expect(await refused({ end_on: '2027-08-31' }, '/end_on')).toEqual([400, '结束日期要晚于开始日期']);
    expect(await refused({ end_on: '2037-08-31' }, '/end_on')).toEqual([400, expect.stringContaining('请检查日期')]);
    expect(await refused({ start_on: '2027-08-31' }, '/start_on')).toEqual([
      400,
      '与2026—2027学年（2026-09-01 至 2027-08-31）重叠',
    ]);
    expect(await refused({ year_name: '2026—2027学年' }, '/year_name')).toEqual([400, '已有这个名称的学年']);
    expect(await refused({ start_on: '2027-02-30' }, '/start_on')).toEqual([400, expect.any(String)]);
    expect((await admin().post(YEARS, { year_name: '无日期' })).status).toBe(400);
  });

  it('creates a year once when two users create it concurrently', async () => {
    const body = { year_name: '2030—2031学年', start_on: '2030-09-01', end_on: '2031-08-31' };
    const answers = await Promise.all([admin().post(YEARS, body), second().post(YEARS, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const made = answers.find(({ status }) => status === 201);
    expect((await admin().delete(`${YEARS}/${String(dataOf(made!)['year_id'])}`)).status).toBe(200);
  });

  it('has one current year; a change is logged for both years', async () => {
    const [now, old] = await list();
    expect((await admin().put(`${YEARS}/${old!.year_id}`, { is_current: true })).status).toBe(200);
    expect((await list()).map(({ is_current }) => is_current)).toEqual([false, true]);
    expect(dataOf<Listed>(await admin().get(`${CLASSES}?size=1`)).items[0]?.['year_id']).toBe(old!.year_id);
    const answer = await admin().put(`${YEARS}/${old!.year_id}`, { is_current: false });
    expect([answer.status, answer.fields]).toEqual([400, ['/is_current']]);
    await Promise.all([
      admin().put(`${YEARS}/${now!.year_id}`, { is_current: true }),
      second().put(`${YEARS}/${now!.year_id}`, { is_current: true }),
    ]);
    expect((await list()).map(({ is_current }) => is_current)).toEqual([true, false]);
    const logged = await rowsOf(
      server(),
      "select row_id, after from audit_logs where org_id = '2001' and resource = 'year' and act = 'update'",
    );
    expect(logged).toEqual(
      expect.arrayContaining([
        { row_id: old!.year_id, after: { is_current: true } },
        { row_id: now!.year_id, after: { is_current: false } },
      ]),
    );
  });

  it('deletes a year only while nothing refers to it', async () => {
    const [now, old] = await list();
    expect(refusalOf(await admin().delete(`${YEARS}/${now!.year_id}`)).message).toBe(
      '2026—2027学年是当前学年，不能删除',
    );
    expect(refusalOf(await admin().delete(`${YEARS}/${old!.year_id}`)).message).toBe(
      '2025—2026学年有 36 个班级，不能删除',
    );
    const { year_id } = await create({ year_name: '空学年', start_on: '2040-09-01', end_on: '2041-08-31' });
    expect((await admin().delete(`${YEARS}/${year_id}`)).status).toBe(200);
  });

  it('refuses roles that may not manage years', async () => {
    expect((await teacher().get(`${YEARS}/list`)).code).toBe('AC_FORBIDDEN');
    expect((await teacher().get(YEARS)).status).toBe(200);
    expect((await teacher().get(`${YEARS}/y2026/roll_over`)).code).toBe('AC_FORBIDDEN');
    expect((await primary().get(`${YEARS}/nobodys/roll_over`)).status).toBe(404);
  });

  describe('moving up into a year', () => {
    const studentsOf = (where: string) =>
      rowsOf(
        server(),
        `select s.child_id, s.study_status, s.class_id, c.class_name, c.year_id from students s left join classes c on c.org_id = s.org_id and c.class_id = s.class_id where s.org_id = '2001' and ${where} order by 1`,
      );
    const childIn = async (classId: string) =>
      String((await studentsOf(`s.class_id = '${classId}' and s.study_status = 1`))[0]?.['child_id']);

    it('is possible only into a year after the current one', async () => {
      const message = async (id: string) => refusalOf(await admin().get(`${YEARS}/${id}/roll_over`)).message;
      expect(await message('y2026')).toBe('2026—2027学年已经是当前学年');
      expect(await message('y2025')).toBe('2025—2026学年早于当前的2026—2027学年，不能升级到过去的学年');
    });

    it('previews the target of every class without a change', async () => {
      const { year_id } = await create(next);
      const plan = await planOf(year_id);
      expect(plan.classes).toHaveLength(36);
      expect(plan.promoted + plan.graduated).toBe(1620);
      expect(plan.new_classes).toBe(24);
      expect(plan.classes[2]).toMatchObject({
        class_name: '初一（3）班',
        to_grade: 8,
        to_class_name: '初二（3）班',
        graduates: false,
        joins: false,
      });
      expect(plan.classes.filter(({ graduates }) => graduates).map(({ grade }) => grade)).toEqual([
        ...Array<number>(6).fill(9),
        ...Array<number>(6).fill(12),
      ]);
      expect((await list()).find((year) => year.year_id === year_id)?.class_count).toBe(0);
    });

    it('refuses an outdated plan, and invalid exceptions', async () => {
      const { year_id } = (await list())[0]!;
      const { version } = await planOf(year_id);
      expect(refusalOf(await admin().post(`${YEARS}/${year_id}/roll_over`, { version: 'another' })).message).toBe(
        '预览之后班级或学生有变动，请重新预览',
      );
      const stranger = await admin().post(`${YEARS}/${year_id}/roll_over`, {
        version,
        exceptions: [{ child_id: 'k2002-0001', act: 'keep_back' }],
      });
      expect([stranger.status, stranger.fields]).toEqual([400, ['/exceptions/0/child_id']]);
      expect((await list())[0]?.class_count).toBe(0);
    });

    it('promotes, graduates or keeps back every student, once when two users start it', async () => {
      const { year_id } = (await list())[0]!;
      const { version, promoted, graduated } = await planOf(year_id);
      const [kept, youngest, early] = [
        await childIn('c2001-2026-8-02'),
        await childIn('c2001-2026-7-01'),
        await childIn('c2001-2026-10-01'),
      ];
      const body = {
        version,
        exceptions: [
          { child_id: kept, act: 'keep_back' },
          { child_id: youngest, act: 'keep_back' },
          { child_id: early, act: 'graduate' },
        ],
      };
      const before = await rowsOf(
        server(),
        "select role_extend from memberships where org_id = '2001' and user_id = 'u-o2001r10'",
      );
      expect(before[0]?.['role_extend']).toEqual({ class_ids: ['c2001-2026-7-01'] });
      const answers = await Promise.all([
        admin().post(`${YEARS}/${year_id}/roll_over`, body),
        second().post(`${YEARS}/${year_id}/roll_over`, body),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const done = answers.find(({ status }) => status === 200)!;
      expect(dataOf(done)).toEqual({
        year_name: '2027—2028学年',
        new_classes: 24,
        promoted: promoted - 3,
        graduated: graduated + 1,
        kept_back: 2,
        without_class: 1,
      });
      expect(refusalOf(answers.find(({ status }) => status === 409)!).message).toMatch(
        /^.+已于 2026-11-\d\d 把全校升级到2027—2028学年，不能重复升级$/,
      );

      expect((await studentsOf(`s.child_id = '${kept}'`))[0]).toMatchObject({
        study_status: 1,
        class_name: '初二（2）班',
        year_id,
      });
      expect((await studentsOf(`s.child_id = '${youngest}'`))[0]).toMatchObject({ study_status: 1, class_id: null });
      expect((await studentsOf(`s.child_id = '${early}'`))[0]).toMatchObject({
        study_status: 4,
        class_name: '高一（1）班',
        year_id: 'y2026',
      });
      expect((await studentsOf('s.study_status = 4')).length).toBe(graduated + 1);
      expect((await studentsOf(`s.study_status = 1 and c.year_id = '${year_id}'`)).length).toBe(promoted - 2);
      const [roll] = await rowsOf(
        server(),
        "select user_id, row_label, after from audit_logs where org_id = '2001' and act = 'roll_over'",
      );
      expect(roll).toMatchObject({
        row_label: '2027—2028学年',
        after: { classes: 24, promoted: promoted - 3, graduated: graduated + 1, kept_back: 2 },
      });
      expect(
        await rowsOf(
          server(),
          "select count(*)::int as n from audit_logs where org_id = '2001' and act = 'create' and resource = 'class' and row_label = '初二（3）班'",
        ),
      ).toEqual([{ n: 1 }]);
    });

    it('makes the year current, and moves the class teacher with the class', async () => {
      expect((await list())[0]).toMatchObject({
        year_name: '2027—2028学年',
        is_current: true,
        class_count: 24,
        rolled_by_name: expect.any(String),
        can_roll_over: false,
      });
      const {
        items: [first],
      } = dataOf<Listed>(await teacher().get(query('/v1/portal/students', { size: 1 })));
      expect(first?.['class_name']).toBe('初二（1）班');
    });
  });
});
