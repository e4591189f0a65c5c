import { expect } from 'vitest';
import type { Client } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';
import { insertExam, type ExamRows } from './rows.ts';

const SHEETS = '/v1/portal/child_exams';

/**
 * Submits and scores a sheet of the PHQ-9 of a new screening.
 *
 * @param value Of every answer but the critical one, which is 0; 2 is positive (16 points), 1 is not (8)
 * @returns id of the sheet
 */
export async function submitPhq9(
  server: TestServer,
  student: Client,
  value: number,
  exam: Omit<ExamRows, 'users'>,
): Promise<string> {
  const [id = ''] = await insertExam(server, { ...exam, users: [student.session.user_id] });
  const answers = Array.from({ length: 9 }, (_, i) => ({
    scale_id: 'phq-9',
    item_id: String(i + 1),
    value: i === 8 ? 0 : value,
    seq: 1,
  }));
  expect((await student.put(`${SHEETS}/${id}/answers`, { answers })).status).toBe(200);
  expect((await student.post(`${SHEETS}/${id}/submit`, {})).status).toBe(200);
  await server.services.jobs.runDue();
  return id;
}
