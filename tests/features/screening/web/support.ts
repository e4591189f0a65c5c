import type { Sheet } from '../../../../src/features/screening/contract/sheets.ts';
import type { Database, StoredAnswer } from '../../../../src/features/screening/web/offline/database.ts';

/** A database in memory: what the browser's keeps, without the browser. */
export function memoryDatabase(): Database & { rows: StoredAnswer[]; broken: boolean } {
  const is = (userId: string, sheetId: string) => (row: StoredAnswer) =>
    row.userId === userId && row.sheetId === sheetId;
  const database = {
    rows: [] as StoredAnswer[],
    broken: false,
    async put(answer: StoredAnswer) {
      if (database.broken) throw new Error('the database is full');
      database.rows.push(answer);
    },
    answersOf: async (userId: string, sheetId: string) => database.rows.filter(is(userId, sheetId)),
    async sheetsOf(userId: string) {
      const own = database.rows.filter((row) => row.userId === userId);
      return new Map(own.map(({ sheetId }) => [sheetId, own.filter((row) => row.sheetId === sheetId).length]));
    },
    async remove(userId: string, sheetId: string, seqs: readonly number[]) {
      database.rows = database.rows.filter((row) => !(is(userId, sheetId)(row) && seqs.includes(row.seq)));
    },
    async clear(userId: string, sheetId: string) {
      database.rows = database.rows.filter((row) => !is(userId, sheetId)(row));
    },
    async forget(now: number) {
      database.rows = database.rows.filter(({ until }) => until > now);
    },
  };
  return database;
}

export const KEY = Buffer.alloc(32, 7).toString('base64url');

const OPTIONS = ['从来没有', '有几天', '一半以上的日子', '几乎每天'].map((label, value) => ({ value, label }));

/** An open sheet of three questions. */
export const aSheet = (more: Partial<Sheet> = {}): Sheet => ({
  child_exam_id: 'h1',
  exam_id: 'e1',
  exam_name: '秋季心情问卷',
  child_id: 'c1',
  status: 'open',
  starts_at: '2026-11-01T00:00:00Z',
  ends_at: '2099-11-30T00:00:00Z',
  place: 1,
  answered: 0,
  total: 3,
  draft_key: KEY,
  scales: [
    {
      scale_id: 'mood',
      version: '1',
      kind: 'scale',
      title: '心情',
      instruction: '想一想最近两周。',
      items: ['做事提不起劲', '睡不好', '觉得累'].map((text, i) => ({
        item_id: String(i + 1),
        text,
        kind: 'single',
        options: OPTIONS,
      })),
    },
  ],
  answers: [],
  ...more,
});
