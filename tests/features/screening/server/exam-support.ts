import { dataOf, rowsOf, type Row } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';

export const EXAMS = '/v1/portal/exams';
export const SCALES = '/v1/portal/scales';
const HOUR_MS = 3_600_000;

/** An instant some hours from the server's clock. */
export const inHours = (server: TestServer, hours: number): string =>
  new Date(server.clock.now() + hours * HOUR_MS).toISOString();

/** A plan over one class of junior grade 2 with a pack that needs no release, running since an hour. */
export const aPlan = (server: TestServer, change: Row = {}): Row => ({
  exam_name: '初二 1 班心理测评',
  scale_ids: ['who-5'],
  starts_at: inHours(server, -1),
  ends_at: inHours(server, 48),
  scope: { class_ids: ['c2001-2026-8-01'] },
  ...change,
});

/** Creates a plan. @returns its id */
export async function createPlan(client: Client, plan: Row): Promise<string> {
  const answer = await client.post(EXAMS, plan);
  if (answer.status !== 201) throw new Error(answer.text);
  return String(dataOf(answer)['exam_id']);
}

/** Creates and publishes a plan. @returns its id */
export async function publishPlan(client: Client, plan: Row): Promise<string> {
  const id = await createPlan(client, plan);
  const answer = await client.post(`${EXAMS}/${id}/publish`);
  if (answer.status !== 200) throw new Error(answer.text);
  return id;
}

/** Whether a school's packs are released, past the wire. */
export const withoutReleases = (server: TestServer) => rowsOf(server, 'delete from scale_releases');

export const sheetsOf = (server: TestServer, examId: string) =>
  rowsOf(server, 'select * from exam_sheets where exam_id = $1 order by child_id', examId);
