import { beforeAll, expect, it } from 'vitest';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows, insertExam } from '../support/rows.ts';

const HOUR = 3_600_000;
const QUALITY = '/v1/portal/screening/quality';
const REPLAY = '/v1/portal/screening/rules/replay';
const BANDS = ['severe', 'moderate', 'mild', 'minimal', 'minimal'];
const condition = (...band_ids: string[]) => ({ scale_id: 'phq-9', dimension_id: 'total', band_ids });

describeApi('the quality of screenings', (kind) => {
  const server = useServer(kind);
  let psychologist: Client;
  let children: string[] = [];
  const at = (hours: number) => new Date(server().clock.now() + hours * HOUR).toISOString();
  const insertWarn = (id: string, child: string, source: number, verdict: 0 | 1 | 2, hours = 0) =>
    changeRows(
      server(),
      `insert into warns (org_id, warn_id, child_id, source, warn_content, reporter_id, reported_at, valid_status, crisis_level, verified_by, verified_at)
       values ('2001', $1, $2, $3, 'x', 'system', $4, $5, $6, $7, $8)`,
      [
        id,
        child,
        source,
        at(-40),
        verdict,
        verdict === 1 ? 3 : null,
        verdict === 0 ? null : 'u-o2001r8',
        verdict === 0 ? null : at(-40 + hours),
      ],
    );
  const insertHit = (child: string, warn: string, rule = 'positive') =>
    changeRows(
      server(),
      `insert into screening_hits (org_id, rule_id, child_exam_id, exam_id, child_id, warn_id, raised_at)
       select org_id, $3, child_exam_id, exam_id, child_id, $2, $4 from exam_sheets where exam_id = 'q1' and child_id = $1`,
      [child, warn, rule, at(-40)],
    );

  beforeAll(async () => {
    // Those of the demo.
    await changeRows(server(), 'delete from screening_hits', []);
    psychologist = await (await server().client.signIn('o2001r8')).withRole(2001, 8).verified();
    const rows = await changeRows(
      server(),
      `select s.child_id, s.user_id from students s where s.org_id = '2001' and s.user_id is not null and s.study_status = 1
         and not exists (select from warns w where w.org_id = s.org_id and w.child_id = s.child_id)
         and not exists (select from exam_sheets h where h.org_id = s.org_id and h.child_id = s.child_id) order by s.child_id limit 5`,
    );
    children = rows.map(({ child_id }) => String(child_id));
    const sheets = await insertExam(server(), { examId: 'q1', users: rows.map(({ user_id }) => String(user_id)) });
    for (const [i, id] of sheets.entries()) {
      await changeRows(
        server(),
        'update exam_sheets set started_at = $2, submitted_at = $3, scored_at = $3 where child_exam_id = $1',
        [id, at(-51), at(-50)],
      );
      await changeRows(
        server(),
        `insert into exam_results (org_id, result_id, child_exam_id, exam_id, child_id, scale_id, version, wording, norm_set, valid, dimensions, positive, scored_at)
         select org_id, child_exam_id, child_exam_id, exam_id, child_id, 'phq-9', '1', 'unofficial', 'published', true, $2, $3, $4 from exam_sheets where child_exam_id = $1`,
        [
          id,
          JSON.stringify([{ dimension_id: 'total', raw: 1, score: 1, band_id: BANDS[i], missing: 0 }]),
          i < 2,
          at(-50),
        ],
      );
    }
    const [severe = '', moderate = '', mild = ''] = children;
    await insertWarn('q-severe', severe, 2, 1, 10);
    await insertWarn('q-moderate', moderate, 2, 2, 20);
    await insertHit(severe, 'q-severe');
    await insertHit(moderate, 'q-moderate');
    // A teacher reported the third one, whose screening was negative.
    await insertWarn('q-mild', mild, 1, 1, 1);
  });
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();
  const quality = async (): Promise<Json> => (await psychologist.get(`${QUALITY}?from=2020-01-01`)).data;

  it('says for each rule what its warnings became and how soon, with intervals', async () => {
    const { rules, load } = await quality();
    expect(rules).toEqual([
      {
        rule_id: 'positive',
        title: '达到划界分（没有规则）',
        raised: 2,
        valid: 1,
        invalid: 1,
        pending: 0,
        precision: { of: 2, share: 0.5, from: expect.closeTo(0.0945, 3), to: expect.closeTo(0.9055, 3) },
        hours_median: 15,
        hours_p90: 19,
      },
    ]);
    const [account] = await changeRows(server(), "select real_name from accounts where user_id = 'u-o2001r8'");
    const own = load.find(({ user_name }: Json) => user_name === account?.['real_name']);
    expect(own.verified).toBeGreaterThanOrEqual(2);
  });

  it('counts cases that others reported after a negative screening as misses', async () => {
    const before = (await quality()).screening;
    expect(before.sensitivity).toMatchObject({ of: before.found + before.missed });
    const [, , , minimal = ''] = children;
    await insertWarn('q-minimal', minimal, 1, 1, 1);
    const after = (await quality()).screening;
    expect([after.sheets, after.found, after.missed]).toEqual([before.sheets, before.found, before.missed + 1]);
    await changeRows(server(), "update warns set drill = true where warn_id = 'q-minimal'");
    expect((await quality()).screening.missed).toBe(before.missed);
  });

  it('replays a rule: what it would raise, and whom it would have missed, named within the scope', async () => {
    const replay = async (conditions: Json, client = psychologist): Promise<Answer> =>
      client.post(REPLAY, { conditions });
    const ofExam = ({ data }: Answer) => data.exams.find(({ exam_id }: Json) => exam_id === 'q1');
    const strict = await replay([condition('severe')]);
    expect(ofExam(strict)).toMatchObject({ sheets: 5, met: 1, cases: 2, missed: 1 });
    expect(strict.data.missed.map(({ child_id }: Json) => child_id)).toContain(children[2]);
    const loose = await replay([condition('severe', 'moderate', 'mild')]);
    expect(ofExam(loose)).toMatchObject({ met: 3, missed: 0 });
    // Two conditions on one dimension never hold together.
    expect(ofExam(await replay([condition('severe'), condition('mild')]))).toMatchObject({ met: 0, missed: 2 });
    // An exam without the scale of a condition is no part of it.
    expect(
      ofExam(await replay([condition('severe'), { scale_id: 'gad-7', dimension_id: 'total', band_ids: ['severe'] }])),
    ).toBeUndefined();
    expect((await replay([condition('x')])).fields).toEqual(['/conditions/0/band_ids/0']);
    expect((await replay([])).status).toBe(400);
    expect(
      await changeRows(server(), "select 1 from screening_hits where exam_id = 'q1' and rule_id <> 'positive'"),
    ).toEqual([]);
  });

  it('is for those who set rules, each for the own school', async () => {
    const leader = (await server().client.signIn('o2001r12')).withRole(2001, 12);
    const student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    for (const client of [leader, student]) {
      expect(outcome(await client.get(QUALITY))).toBe('403 AC_FORBIDDEN');
      expect(outcome(await client.post(REPLAY, { conditions: [condition('severe')] }))).toBe('403 AC_FORBIDDEN');
    }
    const stranger = await (await server().client.signIn('o2002r4')).withRole(2002, 4).verified();
    const unproved = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await unproved.post(REPLAY, { conditions: [condition('severe')] })).code).toBe(
      'PSY_INVALID_SECONDARY_TOKEN',
    );
    const other = (await stranger.get(QUALITY)).data;
    expect(other.rules).toEqual([]);
    expect((await stranger.post(REPLAY, { conditions: [condition('severe')] })).data.exams).toEqual([]);
    expect((await psychologist.get(`${QUALITY}?from=yesterday`)).status).toBe(400);
  });
});
