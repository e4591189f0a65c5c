import { unzipSync, strFromU8 } from 'fflate';
import type { Bundle, FhirResource, Observation, Patient, Questionnaire, QuestionnaireResponse } from 'fhir/r4';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { startPacking } from '../../../../src/features/exports/server/public.ts';
import { MISSING, variablesOf } from '../../../../src/features/result-exports/rules/variables.ts';
import { cellsOfSheet } from '../../../../src/features/result-exports/server/cells.ts';
import { fhirJob } from '../../../../src/features/result-exports/server/export-fhir.ts';
import type { Pack, SheetState } from '../../../../src/features/screening/public.ts';
import { requesterOf } from '../../../../src/platform/jobs/server/requester.ts';
import { rowsOf, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';

const TASKS = '/v1/portal/files/temp';

describeApi('results as data', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const leader = useVerifiedClient(server, 2001, 12);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const elsewhere = useVerifiedClient(server, 2002, 4);
  const unproven = () => admin().as({ secondaryToken: 'none' });
  const exam = async () => {
    const [found] = await rowsOf(
      server(),
      "select exam_id, count(*)::int as n from exam_sheets where org_id = '2001' and scored_at is not null group by 1 order by 2 desc limit 1",
    );
    return { id: String(found?.['exam_id']), n: Number(found?.['n']) };
  };
  const start = (client: Client, id: string, format = 'xlsx') =>
    client.post(`/v1/portal/exams/${id}/results_export`, { format });
  /** A packed file. */
  const fileOf = async (client: Client, started: Promise<{ status: number; text: string; data: Json }>) => {
    const { status, text, data } = await started;
    expect(status, text).toBe(200);
    await server().services.jobs.idle();
    return (await client.get(`${TASKS}/${String(data.task_id)}/file`)).body;
  };

  /** The outcome of a job with these ids, as an earlier version may have left it. */
  const made = async (...ids: string[]) => {
    const { services } = server();
    const ctx = await staffContext(services, '2001', 4);
    const file = { type: 7, kind: 'fhir', area: 'screening/result/export', fileName: 'x.json', total: 1 } as const;
    const requester = await requesterOf(ctx);
    const { task_id } = await services.db.transaction({ orgId: '2001', userId: null }, (tx) =>
      startPacking(ctx, tx, requester, fhirJob, { ...file, entries: [], ids }),
    );
    await services.jobs.idle();
    const [task] = await rowsOf(server(), 'select status, problem from export_tasks where file_id = $1', task_id);
    return task;
  };

  it('go to those who may export, with a second proof, and to nobody else', async () => {
    const { id } = await exam();
    for (const client of [leader(), classTeacher()]) {
      expect((await client.get(`/v1/portal/exams/${id}/progress`)).status).not.toBe(401);
      expect((await start(client, id)).status).toBe(403);
    }
    expect((await start(unproven(), id)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await start(elsewhere(), id)).status).toBe(404);
    expect((await start(admin(), id, 'pdf')).status).toBe(400);
    expect((await start(admin(), 'nothing')).status).toBe(404);
  });

  it('have a row for each student with every item, a codebook, and a note on what is left out', async () => {
    const { id } = await exam();
    const [withdrawn] = await rowsOf(
      server(),
      `update exam_sheets set withdrawn_at = now() where child_exam_id = (select child_exam_id from exam_sheets
        where exam_id = $1 and scored_at is not null order by child_exam_id limit 1) returning child_id`,
      id,
    );
    const submitted = await rowsOf(
      server(),
      `select distinct h.child_id, s.student_no from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id
        where h.exam_id = $1 and h.submitted_at is not null and h.withdrawn_at is null`,
      id,
    );
    const bytes = await fileOf(admin(), start(admin(), id));
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    expect(sheets.map(({ name }) => name)).toEqual(['结果和作答', '变量说明', '说明']);
    const [head = [], ...rows] = sheets[0]?.rows ?? [];
    const numbers = head.indexOf('学号');
    expect(rows.map((row) => String(row[numbers])).toSorted()).toEqual(
      submitted.map(({ student_no }) => String(student_no)).toSorted(),
    );
    expect(submitted.map(({ child_id }) => child_id)).not.toContain(withdrawn?.['child_id']);
    const codebook = sheets[1]?.rows ?? [];
    expect(codebook).toHaveLength(head.length + 1);
    const [sample] = await rowsOf(
      server(),
      `select s.student_no, r.scale_id, r.dimensions from exam_results r join students s on s.org_id = r.org_id and s.child_id = r.child_id
        join exam_sheets h on h.org_id = r.org_id and h.child_exam_id = r.child_exam_id
        where r.exam_id = $1 and r.ended_at is null and h.withdrawn_at is null limit 1`,
      id,
    );
    const [total] = (sample?.['dimensions'] ?? []) as [Json];
    const row = rows.find((one) => String(one[numbers]) === sample?.['student_no']) ?? [];
    const name = `${String(sample?.['scale_id']).replaceAll('-', '_')}_total_score`;
    const column = codebook.findIndex(([variable]) => variable === name) - 1;
    expect(row[column]).toBe(total.score);
    const about = JSON.stringify(sheets[2]?.rows);
    expect(about).toContain('撤回同意的答卷 1 份');
    const code = /[2-9A-Z]{4}(-[2-9A-Z]{4}){3}/.exec(about)?.[0] ?? '';
    const verdict = await server().client.publicly('POST', '/v1/portal/files/verify', { code });
    expect(verdict.data).toMatchObject({ genuine: true, kind: 'results', org_name: '青禾市第一中学' });
    const log = await rowsOf(
      server(),
      "select after from audit_logs where act = 'export' and resource = 'exam' and row_id = $1",
      id,
    );
    expect(log.map(({ after }) => (after as Json).total)).toContain(submitted.length);
  });

  it('are text tables with a codebook for statistics programs, and the file stays with its person', async () => {
    const { id } = await exam();
    const started = start(psychologist(), id, 'csv');
    const files = unzipSync(new Uint8Array(await fileOf(psychologist(), started)));
    expect(Object.keys(files)).toEqual(['结果和作答.csv', '变量说明.csv', '说明.csv']);
    const [head = ''] = strFromU8(files['结果和作答.csv'] ?? new Uint8Array()).split(/\r?\n/);
    expect(head).toMatch(/^\ufeff?class_name,child_name,student_no,sex,/);
    expect(strFromU8(files['变量说明.csv'] ?? new Uint8Array())).toContain('-99 未作答');
    const { task_id } = (await started).data;
    for (const other of [admin(), elsewhere()]) expect((await other.get(`${TASKS}/${task_id}/file`)).status).toBe(404);
    expect((await psychologist().as({ secondaryToken: 'none' }).get(`${TASKS}/${task_id}/file`)).code).toBe(
      'PSY_INVALID_SECONDARY_TOKEN',
    );
  });

  it('leave out answers to items that a condition hides', () => {
    const pack = {
      id: 'lunch',
      kind: 'questionnaire',
      version: '1.0.0',
      title: '午餐',
      items: [
        { id: 'where', kind: 'single', text: '哪里', options: [1, 2].map((value) => ({ value, label: `${value}` })) },
        { id: 'why', kind: 'text', text: '为什么', maxLength: 50, showIf: { item: 'where', in: [1] } },
        { id: 'more', kind: 'text', text: '还有', maxLength: 50, optional: true },
      ],
    } as unknown as Pack;
    const held = (value: number | string) => ({ value, at: '2026-11-01T00:00:00Z', by: 0, seqs: {} });
    const state: SheetState = {
      devices: ['d'],
      sessions: {},
      items: { 'lunch/where': held(2), 'lunch/why': held('秘密') },
      raised: {},
    };
    const cells = cellsOfSheet(variablesOf(pack), state, []);
    expect(cells).toEqual([2, MISSING.notShown, MISSING.notAnswered]);
  });

  it('for a hospital are a FHIR bundle with checked codes, given with a reason that is logged', async () => {
    const [sheet] = await rowsOf(
      server(),
      `select h.child_id, h.child_exam_id, r.dimensions from exam_sheets h join exam_results r on r.org_id = h.org_id and r.child_exam_id = h.child_exam_id
        where h.org_id = '2001' and h.scored_at is not null and h.withdrawn_at is null and r.scale_id = 'phq-9' and r.valid and r.ended_at is null
          and not exists (select from exam_results v where v.child_exam_id = h.child_exam_id and not v.valid) limit 1`,
    );
    const [child, id] = [String(sheet?.['child_id']), String(sheet?.['child_exam_id'])];
    const ask = (client: Client, body: Json, of = child) => client.post(`/v1/portal/children/${of}/fhir_export`, body);
    const body = { sheets: [{ child_exam_id: id, scale_ids: ['phq-9'] }], reason: '监护人同意转介' };
    expect((await ask(leader(), body)).status).toBe(403);
    expect((await ask(unproven(), body)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await ask(elsewhere(), body)).status).toBe(404);
    expect((await ask(admin(), { ...body, reason: ' ' })).fields).toEqual(['/reason']);
    const [other] = await rowsOf(
      server(),
      "select child_id from students where org_id = '2001' and child_id <> $1 limit 1",
      child,
    );
    expect((await ask(admin(), body, String(other?.['child_id']))).fields).toEqual(['/sheets/0/child_exam_id']);
    const unasked = { ...body, sheets: [{ child_exam_id: id, scale_ids: ['phq-9', 'mht'] }] };
    expect((await ask(admin(), unasked)).fields).toEqual(['/sheets/0/scale_ids']);
    expect((await ask(admin(), { ...body, sheets: [{ child_exam_id: id, scale_ids: [] }] })).status).toBe(400);
    expect(await made(child, id)).toEqual({ status: -1, problem: '没有选择要提供的答卷或量表' });
    expect(await made(child)).toEqual({ status: -1, problem: '没有选择要提供的答卷或量表' });
    const bundle = JSON.parse((await fileOf(admin(), ask(admin(), body))).toString()) as Bundle<FhirResource>;
    const entries = bundle.entry ?? [];
    const all = entries.flatMap(({ resource }) => resource ?? []);
    const of = <T extends FhirResource>(type: T['resourceType']) =>
      all.filter((one: FhirResource): one is T => one.resourceType === type);
    expect([bundle.type, of('Patient').length]).toEqual(['collection', 1]);
    const [{ score }] = (sheet?.['dimensions'] ?? []) as [Json];
    const asked = of<Questionnaire>('Questionnaire').find(({ url }) => url === 'urn:xinyu:scale:phq-9');
    expect(asked?.item?.map(({ code }) => code?.[0]?.code)).toEqual([
      '44250-9',
      '44255-8',
      '44259-0',
      '44254-1',
      '44251-7',
      '44258-2',
      '44252-5',
      '44253-3',
      '44260-8',
    ]);
    // Nothing but the chosen pack, and no number of the school.
    expect(of<Questionnaire>('Questionnaire').map(({ url }) => url)).toEqual(['urn:xinyu:scale:phq-9']);
    const [patient] = of<Patient>('Patient');
    const [{ student_no } = {}] = await rowsOf(
      server(),
      "select student_no from students where org_id = '2001' and child_id = $1",
      child,
    );
    expect(patient?.identifier).toEqual([{ system: 'urn:xinyu:referral', value: bundle.identifier?.value }]);
    for (const number of [student_no, child, id]) expect(JSON.stringify(bundle)).not.toContain(`"${String(number)}"`);
    const totals = of<Observation>('Observation');
    expect(totals).toHaveLength(1);
    const phq = totals.find(({ code }) => code.coding?.[0]?.code === '44261-6');
    expect(phq?.valueQuantity).toMatchObject({ value: score, code: '{score}' });
    expect(phq).toMatchObject({ status: 'final', effectiveDateTime: expect.any(String) as string });
    // Everything that a resource refers to is in the bundle, and every answer belongs to an item.
    const urls = new Set(entries.map(({ fullUrl }) => fullUrl));
    expect(urls.size).toBe(all.length);
    const responses = of<QuestionnaireResponse>('QuestionnaireResponse');
    const referred = [
      ...responses.map(({ subject }) => subject?.reference),
      ...totals.flatMap(({ subject, derivedFrom = [] }) => [subject, ...derivedFrom].map((one) => one?.reference)),
    ];
    expect(referred.filter((one) => !urls.has(one))).toEqual([]);
    for (const response of responses) {
      const questions = of<Questionnaire>('Questionnaire').find(
        ({ url, version }) => `${url}|${version}` === response.questionnaire,
      );
      const ids = new Set(questions?.item?.map(({ linkId }) => linkId));
      const answered = response.item ?? [];
      expect([answered.length, answered.every(({ linkId }) => ids.has(linkId))]).toEqual([ids.size, true]);
    }
    const [entry] = await rowsOf(
      server(),
      "select after from audit_logs where act = 'export' and row_id = $1 order by at desc limit 1",
      child,
    );
    expect(Object.keys((entry?.['after'] ?? {}) as Json)).toHaveLength(4);
    expect(JSON.stringify(entry)).not.toContain('监护人同意');
  });
});
