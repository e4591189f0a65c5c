import { rowsOf } from '../../../platform/resources/server/support.ts';
import type { TestServer } from '../../../support/server.ts';

export const TOTALS = '/v1/portal/exam_totals';

/** Four students of the first school whom no warning is about. */
export const studentsWithoutWarnings = (server: TestServer) =>
  rowsOf(
    server,
    "select child_id, student_no from students s where org_id = '2001' and study_status = 1 and not exists (select from warns w where w.org_id = s.org_id and w.child_id = s.child_id) order by child_id desc limit 4",
  );

/** The results in force of the sheets whose ids are like a pattern. */
export const resultsLike = (server: TestServer, like: string) =>
  rowsOf(
    server,
    `select r.source, r.wording, r.norm_set, r.valid, r.positive, r.dimensions from exam_results r where r.ended_at is null and r.child_exam_id like '${like}'`,
  );
