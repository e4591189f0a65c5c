import type { TestServer } from '../../../support/server.ts';
import { scale } from './packs.ts';

/** A published screening with one sheet for each student, inserted as rows. */
export interface ExamRows {
  examId: string;
  orgId?: string;
  scaleIds?: readonly string[];
  /** Students' accounts. */
  users: readonly string[];
  /** Milliseconds from now; default: an hour ago until tomorrow. */
  opens?: number;
  closes?: number;
  needsConsent?: boolean;
  /** Whether the students have agreed to take part; default: they have. */
  assented?: boolean;
  retakes?: number | null;
  visibility?: Record<string, string>;
  duty?: readonly string[];
  status?: string;
  /** `exam_place`; default: the students' own devices. */
  place?: number;
}

const HOUR = 3_600_000;

/** @returns the sheets' ids, in the order of the accounts */
export async function insertExam({ db, clock }: TestServer, options: ExamRows): Promise<string[]> {
  const { examId, orgId = '2001', scaleIds = ['phq-9'], users, opens = -HOUR, closes = 24 * HOUR } = options;
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const versions = Object.fromEntries(scaleIds.map((id) => [id, scale(id).version]));
  const total = scaleIds.reduce((sum, id) => sum + scale(id).items.length, 0);
  return db.admin(async (run) => {
    await run("select set_config('app.org_id', $1, false)", [orgId]);
    await run(
      `insert into exams (org_id, exam_id, exam_name, scale_ids, scale_versions, starts_at, ends_at, scope, visibility, duty, retakes, status, published_at, place, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, '{}', $8, $9, $10, $11, $6, $12, 'fixture')`,
      [
        orgId,
        examId,
        `筛查${examId}`,
        [...scaleIds],
        JSON.stringify(versions),
        at(opens),
        at(closes),
        JSON.stringify(options.visibility ?? {}),
        [...(options.duty ?? [])],
        options.retakes ?? null,
        options.status ?? 'published',
        options.place ?? 1,
      ],
    );
    const ids: string[] = [];
    for (const user of users) {
      const id = `${examId}-${user}`;
      const [row] = await run(
        `insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, class_id, class_name, period, grade, needs_consent, total, assented_at)
         select s.org_id, $3, $2, s.child_id, s.class_id, c.class_name, c.period, c.grade, $5, $6, $7
         from students s left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
         where s.org_id = $1 and s.user_id = $4 returning child_exam_id`,
        [orgId, examId, id, user, options.needsConsent ?? false, total, options.assented === false ? null : at(0)],
      );
      if (!row) throw new Error(`no student has the account ${user}`);
      ids.push(id);
    }
    return ids;
  });
}

/** Changes rows of a tenant as the login role. */
export const changeRows = ({ db }: TestServer, sql: string, values: readonly unknown[] = [], orgId = '2001') =>
  db.admin(async (run) => {
    await run("select set_config('app.org_id', $1, false)", [orgId]);
    return run(sql, values);
  });
