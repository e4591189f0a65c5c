import { expect, it } from 'vitest';
import type { Received } from '../../../../src/features/roster/contract.ts';
import { dayAfter } from '../../../../src/platform/schema/days.ts';
import { dayOf } from '../../../../src/platform/schema/wall-clock.ts';
import { dataOf, rowsOf } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { filesOf, smallRoster, zipOf } from '../support.ts';
import { useReceiving } from './receiving.ts';

describeApi('a roster', (kind) => {
  const { server, send, receive, proposals, problemsOf, own } = useReceiving(kind);

  it('of one other school is refused with row and column, and one without a number names its school', async () => {
    const other = smallRoster();
    Object.assign(other.orgs[0] ?? {}, { name: '邻校', identifier: '2002' });
    const told = 'orgs.csv 第 2 行 identifier 列：邻校的编号是 2002，不是本校的 2001';
    expect(await problemsOf(filesOf(other))).toContain(told);
    // The id in another system is no number of this one.
    Object.assign(other.orgs[0] ?? {}, { sourcedId: '2001' });
    expect(await problemsOf(filesOf(other))).toContain(told);
    Object.assign(other.orgs[0] ?? {}, { sourcedId: 'school', identifier: '' });
    expect((await receive(other)).school).toBe('邻校');
  });

  it('that lacks most of the school is marked, and one that lacks a few is not', async () => {
    const [students] = await rowsOf(
      server(),
      "select count(*)::int as n from students where org_id = '2001' and study_status = 1",
    );
    const { school, absent } = await receive(smallRoster());
    expect(school).toBe('某校');
    expect(absent.map(({ part }) => part)).toEqual(['student', 'teacher']);
    const enrolled = Number(students?.['n']);
    const here = await rowsOf(
      server(),
      "select 1 as one from students where org_id = '2001' and study_status = 1 and student_no in ('R0001', 'R0002')",
    );
    expect(absent[0]).toEqual({ part: 'student', absent: enrolled - here.length, of: enrolled });
    const whole = dataOf<Received>(await send(zipOf(await own())));
    expect(whole).toMatchObject({ school: '青禾市第一中学', absent: [] });
  });

  it('is read as it is today: memberships and roles that have ended or not begun do not count', async () => {
    const files = await own();
    const [student] = await rowsOf(
      server(),
      `select s.child_id, s.child_name, s.class_id from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
        where s.org_id = '2001' and s.study_status = 1 order by s.child_id desc limit 1`,
    );
    const [childId, here] = [student?.['child_id'], student?.['class_id']].map(String) as [string, string];
    const [other] = await rowsOf(
      server(),
      `select class_id from classes where org_id = '2001' and year_id = (select year_id from years where org_id = '2001' and is_current) and class_id <> $1 order by class_id limit 1`,
      here,
    );
    const there = String(other?.['class_id']);
    const today = dayOf(server().clock.now());
    /** The roster in which this student has these memberships, and a role with these dates. */
    const proposedWith = async (memberships: readonly (readonly string[])[], roleDates = ['', '']) => {
      const enrollments = (files['enrollments.csv'] ?? '').split('\r\n').filter((line) => !line.includes(childId));
      const roles = (files['roles.csv'] ?? '').split('\r\n').filter((line) => !line.includes(childId));
      const answer = await send(
        zipOf({
          ...files,
          'roles.csv': [...roles.filter(Boolean), `r,,,${childId},primary,student,${roleDates.join(',')},2001,`].join(
            '\r\n',
          ),
          'enrollments.csv': [
            ...enrollments.filter(Boolean),
            ...memberships.map(([id, begin, end], i) => `m${i},,,${id},2001,${childId},student,,${begin},${end}`),
          ].join('\r\n'),
        }),
      );
      expect(answer.status, answer.text).toBe(200);
      await server().services.jobs.idle();
      return (await proposals()).map(({ kind: what, name }) => [what, name]);
    };
    const [moved, left] = ['student_moved', 'student_left'].map((what) => [what, student?.['child_name']]);
    expect(
      await proposedWith([
        [there, '', today],
        [here, today, '9999-12-31'],
      ]),
    ).toEqual([]);
    expect(
      await proposedWith([
        [here, '', today],
        [there, today, ''],
      ]),
    ).toEqual([moved]);
    expect(
      await proposedWith([
        [here, '', ''],
        [there, dayAfter(today, 1), ''],
      ]),
    ).toEqual([]);
    expect(await proposedWith([[there, '', dayAfter(today, 1)]])).toEqual([moved]);
    expect(await proposedWith([[there, '', today]])).toEqual([]);
    expect(await proposedWith([[here, '', '']], ['', today])).toEqual([left]);
    expect(await proposedWith([[here, '', '']], [today, dayAfter(today, 1)])).toEqual([]);
  });

  it('with another writing of a date is refused with file, row and column', async () => {
    const told = (place: string, date: string) => `${place} 列：日期应写成 2026-09-01 的样子，现在是 ${date}`;
    const dated = smallRoster();
    Object.assign(dated.academicSessions[0] ?? {}, { startDate: '2026/9/1', endDate: '2027-02-30' });
    Object.assign(dated.roles[1] ?? {}, { beginDate: '20260901', endDate: '2027-07-31T00:00:00Z' });
    Object.assign(dated.enrollments[0] ?? {}, { beginDate: '2026/9/1', endDate: '1/9/2027' });
    const problems = await problemsOf(filesOf(dated));
    expect(new Set(problems)).toEqual(
      new Set([
        told('academicSessions.csv 第 2 行 startDate', '2026/9/1'),
        told('academicSessions.csv 第 2 行 endDate', '2027-02-30'),
        told('roles.csv 第 3 行 beginDate', '20260901'),
        told('roles.csv 第 3 行 endDate', '2027-07-31T00:00:00Z'),
        told('enrollments.csv 第 2 行 beginDate', '2026/9/1'),
        told('enrollments.csv 第 2 行 endDate', '1/9/2027'),
      ]),
    );
  });

  it('with a row of more cells than titles is refused with file and row, whatever else follows from it', async () => {
    const files = filesOf(smallRoster());
    const [head = '', first = '', ...others] = (files['users.csv'] ?? '').split('\r\n');
    files['users.csv'] = [head, `${first.replace(',', ',,,')}x`, ...others].join('\r\n');
    const columns = head.split(',').length;
    const told = `users.csv 第 2 行：内容写到了第 ${columns + 2} 列，表头只有 ${columns} 列：`;
    // The message, and the one problem that it names.
    expect(await problemsOf(files)).toEqual([expect.stringContaining(told), expect.stringContaining(told)]);
  });

  it('neither imports people with a disabled account nor says that they left', async () => {
    const files = await own();
    const [student] = await rowsOf(
      server(),
      "select child_id from students where org_id = '2001' and study_status = 1 order by child_id limit 1",
    );
    const [teacher] = await rowsOf(
      server(),
      "select user_id from memberships where org_id = '2001' and role_id = 8 order by user_id limit 1",
    );
    for (const id of [student?.['child_id'], teacher?.['user_id']].map(String)) {
      expect(files['users.csv']).toContain(`${id},,,true,`);
      files['users.csv'] = (files['users.csv'] ?? '').replace(`${id},,,true,`, `${id},,,false,`);
    }
    const answer = await send(zipOf(files));
    expect(answer.status, answer.text).toBe(200);
    await server().services.jobs.idle();
    expect(await proposals()).toEqual([]);
    const few = smallRoster();
    Object.assign(few.users[0] ?? {}, { identifier: 'R0009', enabledUser: 'false' });
    Object.assign(few.users[2] ?? {}, { username: 'roster.new', enabledUser: 'false' });
    expect((await receive(few)).parts).toMatchObject([
      { part: 'class' },
      { part: 'teacher', rows: 0, state: 'empty' },
      { part: 'student', rows: 1 },
    ]);
  });
});
