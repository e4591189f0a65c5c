import { describe, expect, it } from 'vitest';
import { dataOf, query, useVerifiedClient, type Listed } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDENTS = '/v1/portal/students';
const CLASS = 'c2001-2026-7-01';

describeApi('the search of students by name', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const classTeacher = useVerifiedClient(server, 2001, 10);

  const found = async (client: typeof admin, child_name: string): Promise<string[]> =>
    dataOf<Listed<{ child_name: string }>>(await client().get(query(STUDENTS, { child_name, size: 50 }))).items.map(
      (row) => row.child_name,
    );
  const create = async (child_name: string, student_no: string): Promise<string> => {
    const body = { child_name, student_no, class_id: CLASS };
    return dataOf<{ student_id: string }>(await admin().post(STUDENTS, body)).student_id;
  };

  it('finds by characters, by the initials of the pinyin, and by Latin letters in the name', async () => {
    await create('欧阳晓霞', 'NS1');
    await create('Anna Brook', 'NS2');
    expect(await found(admin, '晓霞')).toContain('欧阳晓霞');
    for (const typed of ['oyxx', 'OYX', 'oy']) expect(await found(admin, typed)).toContain('欧阳晓霞');
    expect(await found(admin, 'xx')).not.toContain('欧阳晓霞');
    expect(await found(admin, 'broo')).toEqual(['Anna Brook']);
    expect(await found(admin, 'oyxz')).toEqual([]);
  });

  it('follows a new name, and forgets a removed student', async () => {
    const id = await create('闻人一诺', 'NS3');
    expect(await found(admin, 'wryn')).toEqual(['闻人一诺']);
    expect((await admin().put(`${STUDENTS}/${id}`, { child_name: '尉迟一诺' })).status).toBe(200);
    expect(await found(admin, 'wryn')).toEqual([]);
    expect(await found(admin, 'ycyn')).toEqual(['尉迟一诺']);
    expect((await admin().delete(`${STUDENTS}/${id}`)).status).toBeLessThan(300);
    expect(await found(admin, 'ycyn')).toEqual([]);
  });

  describe('by a class teacher', () => {
    it('finds only students of the own classes', async () => {
      const wide = await found(admin, 'zz');
      const own = await found(classTeacher, 'zz');
      expect(own.every((name) => wide.includes(name))).toBe(true);
      expect(own.length).toBeLessThan(wide.length);
    });
  });
});
