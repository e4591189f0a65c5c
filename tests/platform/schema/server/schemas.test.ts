import { expect, it } from 'vitest';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { dataOf, useClient } from '../../resources/server/support.ts';

interface Merged {
  version: string;
  resources: Record<string, EntitySchema>;
}

describeApi('the merged schemas', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const classTeacher = useClient(server, 2001, 10);
  const college = useClient(server, 2003, 4);
  const teacher = useClient(server, 2001, 7);

  it('are those of the entities whose page the role may open', async () => {
    const names = async (client: typeof admin) =>
      Object.keys(dataOf<Merged>(await client().get('/v1/portal/schemas')).resources).sort();
    expect(await names(admin)).toEqual([
      'class',
      'consultation',
      'consulting-closure',
      'consulting-slot',
      'crisis-case',
      'custom-group',
      'custom-intervention',
      'department',
      'drawing',
      'exam',
      'exam-total',
      'follow-up',
      'guardian',
      'intervention',
      'interview',
      'invitation',
      'library-case',
      'log',
      'referral',
      'sandplay',
      'student',
      'student-application',
      'teacher',
      'warn',
      'year',
    ]);
    expect(await names(classTeacher)).toEqual(['guardian', 'invitation', 'student', 'student-application']);
    expect(await names(teacher)).toEqual(['invitation']);
    expect((await classTeacher().get('/v1/portal/schemas/class')).status).toBe(404);
    expect(dataOf<EntitySchema>(await classTeacher().get('/v1/portal/schemas/student')).$id).toBe('student');
    expect((await admin().get('/v1/portal/schemas/nothing')).status).toBe(404);
  });

  it('have expanded enums, so that the portal needs no second list', async () => {
    const { properties } = dataOf<EntitySchema>(await admin().get('/v1/portal/schemas/class'));
    expect(properties['grade']?.enum).toContain(12);
    expect(properties['grade']?.['x-labels']?.['7']).toBe('初一');
  });

  it('are sent again only where they differ from the version of the client', async () => {
    const first = await admin().get('/v1/portal/schemas');
    const { version } = dataOf<Merged>(first);
    const tag = String(first.headers['etag']);
    const again = await admin().get('/v1/portal/schemas', { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    const theirs = await college().get('/v1/portal/schemas', { headers: { 'if-none-match': tag } });
    expect(theirs.status).toBe(200);
    expect(dataOf<Merged>(theirs).version).not.toBe(version);
    expect(dataOf<Merged>(await classTeacher().get('/v1/portal/schemas')).version).not.toBe(version);
  });
});
