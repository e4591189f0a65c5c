import { expect, it } from 'vitest';
import type { Received } from '../../../../src/features/roster/contract.ts';
import { dataOf, rowsOf } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { enterAsSystem, filesOf, smallRoster, zipOf } from '../support.ts';
import { PROPOSALS, useReceiving } from './receiving.ts';

describeApi('a roster that is received', (kind) => {
  const { server, admin, psychologist, elsewhere, send, receive, importing, proposals, decide, problemsOf, own } =
    useReceiving(kind);

  it('is taken from administrators and systems with the right only', async () => {
    const file = zipOf(filesOf(smallRoster()));
    expect((await send(file, psychologist())).status).toBe(403);
    expect((await psychologist().get(PROPOSALS)).status).toBe(403);
    const reader = await enterAsSystem(server(), admin(), [{ area: 'org-manage/roster', act: 'export' }]);
    expect((await send(file, reader)).status).toBe(403);
    expect((await decide(['x'], 'keep', reader)).status).toBe(403);
  });

  it('that the school exported itself changes nothing and proposes nothing', async () => {
    const answer = await send(zipOf(await own()));
    expect(answer.status, answer.text).toBe(200);
    await server().services.jobs.idle();
    const received = dataOf<Received>(answer);
    expect(received.parts.map(({ state }) => state)).toEqual(['begun', 'begun', 'begun']);
    expect(received.proposals).toBe(0);
    for (const [part, path] of [
      ['class', 'classes'],
      ['teacher', 'teachers'],
      ['student', 'students'],
    ] as const) {
      const { rows } = await importing(received, part, path).now();
      expect(rows, part).toEqual({ total: rows.total, new: 0, changed: 0, same: rows.total, wrong: 0 });
      expect(rows.total).toBeGreaterThan(0);
    }
  });

  it('brings classes first, then people, and gives nobody a role', async () => {
    const first = await receive(smallRoster());
    expect(first.parts).toMatchObject([
      { part: 'class', rows: 1, state: 'begun' },
      { part: 'teacher', rows: 1, state: 'begun' },
      { part: 'student', rows: 2, state: 'waiting' },
    ]);
    expect(first.left_out).toBe(1);
    const classes = importing(first, 'class', 'classes');
    expect((await classes.now()).rows).toMatchObject({ total: 1, new: 1 });
    await classes.write();
    await importing(first, 'teacher', 'teachers').write();
    const second = await receive(smallRoster(), admin(), 'student');
    expect(second.parts).toMatchObject([{ part: 'student', state: 'begun' }]);
    const written = await importing(second, 'student', 'students').write();
    expect(written.written).toEqual({ created: 2, updated: 0, refused: 0 });
    const students = await rowsOf(
      server(),
      `select s.child_name, s.student_no, c.class_name from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
        where s.org_id = '2001' and s.student_no like 'R000%' order by 2`,
    );
    expect(students).toEqual([
      { child_name: '欧阳一一', student_no: 'R0001', class_name: '初一（91）班' },
      { child_name: '李二二', student_no: 'R0002', class_name: '初一（91）班' },
    ]);
    const [teacher] = await rowsOf(
      server(),
      `select m.role_id from memberships m join accounts a on a.user_id = m.user_id where m.org_id = '2001' and a.login_key = 'roster.teacher'`,
    );
    expect(teacher).toEqual({ role_id: 7 });
  });

  it('proposes who left and who moved, and a person decides', async () => {
    const files = await own();
    const [gone, mover] = await rowsOf(
      server(),
      `select s.child_id, s.child_name, s.student_no, s.class_id from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
        where s.org_id = '2001' and s.study_status = 1 and c.grade = 7 and c.class_name not like '%91%' order by s.child_id limit 2`,
    );
    const [target] = await rowsOf(
      server(),
      `select class_id from classes where org_id = '2001' and year_id = (select year_id from years where org_id = '2001' and is_current) and class_id <> $1 order by class_id limit 1`,
      mover?.['class_id'],
    );
    const [childGone, childMoved, toClass] = [gone?.['child_id'], mover?.['child_id'], target?.['class_id']].map(
      String,
    ) as [string, string, string];
    const without = (name: string, id: string) =>
      (files[name] = (files[name] ?? '')
        .split('\r\n')
        .filter((line) => !line.includes(id))
        .join('\r\n'));
    for (const name of ['users.csv', 'roles.csv', 'enrollments.csv']) without(name, childGone);
    files['enrollments.csv'] = (files['enrollments.csv'] ?? '').replace(
      `${String(mover?.['class_id'])},2001,${childMoved}`,
      `${toClass},2001,${childMoved}`,
    );
    const sendAgain = async () => {
      const answer = await send(zipOf(files));
      expect(answer.status, answer.text).toBe(200);
      await server().services.jobs.idle();
    };
    await sendAgain();
    expect((await proposals()).map(({ kind: what, name }) => [what, name])).toEqual([
      ['student_left', gone?.['child_name']],
      ['student_moved', mover?.['child_name']],
    ]);
    expect(await proposals(elsewhere())).toEqual([]);
    const ids = (await proposals()).map(({ proposal_id }) => proposal_id) as [string, string];
    expect((await decide(ids, 'follow', psychologist())).status).toBe(403);
    expect((await decide(ids, 'follow', elsewhere())).status).toBe(409);
    expect((await decide([ids[1]], 'follow')).status).toBe(200);
    expect((await decide([ids[1]], 'follow')).code).toBe('PSY_CONFLICT');
    expect((await decide([ids[0]], 'keep')).status).toBe(200);
    const now = await rowsOf(
      server(),
      "select child_id, class_id, study_status from students where org_id = '2001' and child_id = any($1) order by child_id",
      [childGone, childMoved],
    );
    expect(now).toEqual([
      { child_id: childGone, class_id: gone?.['class_id'], study_status: 1 },
      { child_id: childMoved, class_id: toClass, study_status: 1 },
    ]);
    await sendAgain();
    expect(await proposals()).toEqual([]);
    // Back in the roster and gone again: that is something new.
    await send(zipOf(await own()));
    await sendAgain();
    const [again] = await proposals();
    expect(again).toMatchObject({ kind: 'student_left', name: gone?.['child_name'] });
    const both = await Promise.all(['follow', 'follow'].map((one) => decide([again?.proposal_id ?? ''], one)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [left] = await rowsOf(
      server(),
      "select study_status from students where org_id = '2001' and child_id = $1",
      childGone,
    );
    expect(left).toEqual({ study_status: 3 });
  });

  it('is refused with file, row and column', async () => {
    const files = filesOf(smallRoster());
    const head = (name: string) => files[name]?.split('\r\n')[0] ?? '';
    expect(
      await problemsOf({
        ...files,
        'manifest.csv': filesOf(smallRoster(), { 'file.users': 'delta' })['manifest.csv'] ?? '',
      }),
    ).toContain('manifest.csv 第 8 行 value 列：file.users 应为 bulk，现在是 delta');
    const { 'users.csv': _, ...noUsers } = files;
    expect(await problemsOf(noUsers)).toContain('users.csv：压缩文件里没有这个文件');
    expect(
      await problemsOf({ ...files, 'users.csv': files['users.csv']?.replace('"familyName"', '"surname"') ?? '' }),
    ).toContain('users.csv 第 1 行 familyName 列：缺少这一列');
    const broken = smallRoster();
    Object.assign(broken.users[1] ?? {}, { familyName: '', sourcedId: 's1' });
    Object.assign(broken.classes[0] ?? {}, { grades: 'UG', termSourcedIds: 'nowhere' });
    Object.assign(broken.enrollments[1] ?? {}, { classSourcedId: 'c9' });
    expect(await problemsOf(filesOf(broken))).toEqual(
      expect.arrayContaining([
        'users.csv 第 3 行 familyName 列：不能为空',
        'users.csv 第 3 行 sourcedId 列：与第 2 行重复',
      ]),
    );
    Object.assign(broken.users[1] ?? {}, { familyName: '李', sourcedId: 's2' });
    expect(await problemsOf(filesOf(broken))).toEqual(
      expect.arrayContaining([
        'classes.csv 第 2 行 termSourcedIds 列：academicSessions.csv 里没有 nowhere',
        'enrollments.csv 第 3 行 classSourcedId 列：classes.csv 里没有 c9',
      ]),
    );
    const twice = smallRoster();
    twice.enrollments.push({ ...twice.enrollments[0], sourcedId: 'e3' });
    expect(await problemsOf(filesOf(twice))).toContain(
      'enrollments.csv 第 4 行 userSourcedId 列：这名学生已经在另一个班级',
    );
    expect(await problemsOf({ ...files, 'roles.csv': `${head('roles.csv')}\r\n"r","tobedeleted"` })).toContain(
      'roles.csv 第 2 行 status 列：整份名册中的行不能是 tobedeleted',
    );
  });

  it('is refused where it is no archive, a bomb, or of other schools', async () => {
    const notZip = await send(Buffer.from('propertyName,value'));
    expect([notZip.status, notZip.json.message]).toEqual([400, expect.stringContaining('ZIP')]);
    const cut = zipOf(filesOf(smallRoster())).subarray(0, -30);
    expect((await send(cut)).status).toBe(400);
    const bomb = await send(zipOf({ ...filesOf(smallRoster()), 'users.csv': 'a'.repeat(30_000_000) }));
    expect([bomb.status, bomb.json.message]).toEqual([400, expect.stringContaining('users.csv：')]);
    const others = smallRoster();
    others.orgs = ['7', '8'].map((id) => ({ sourcedId: id, name: id, type: 'school', identifier: id }));
    expect(await problemsOf(filesOf(others))).toContain(
      'orgs.csv identifier 列：有 2 所学校，没有一所的编号是本校的 2001',
    );
  });

  it('comes from a system, which begins and writes what it may', async () => {
    const system = await enterAsSystem(server(), admin(), [
      { area: 'org-manage/roster', act: 'import' },
      { area: 'org-manage/class', act: 'import' },
      { area: 'org-manage/class', act: 'create' },
    ]);
    const tables = smallRoster();
    Object.assign(tables.classes[0] ?? {}, { title: '初一（92）班' });
    const received = await receive(tables, system);
    expect(received.parts).toMatchObject([
      { part: 'class', state: 'begun' },
      { part: 'teacher', state: 'forbidden' },
      { part: 'student', state: 'forbidden' },
    ]);
    const written = await importing(received, 'class', 'classes', system).write();
    expect(written.written.created).toBe(1);
    expect((await proposals()).length).toBeGreaterThan(0);
  });
});
