import * as Type from 'typebox/type';
import { Id, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** Seeing a result and taking the data out of the house are two rights. */
const access = { auth: 'org', area: 'screening/result/export', act: 'export' } as const;
const Task = Type.Object({ task_id: Type.String() });

/** Length of a reason in characters. */
export const REFERRAL_REASON_MIN = 2;
export const REFERRAL_REASON_MAX = 200;
/** Sheets in one file for a hospital. */
export const REFERRAL_SHEETS_MAX = 10;

/** Totals and item answers of every student in the caller's scope, with a description of every variable. */
export const exportResults = endpoint({
  name: 'results.export',
  method: 'POST',
  path: '/v1/portal/exams/:id/results_export',
  summary: '导出一次测评的结果和每道题的作答（后台任务）：XLSX，或 CSV 加变量说明',
  access,
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { format: Type.Union([Type.Literal('xlsx'), Type.Literal('csv')]) },
    { additionalProperties: false },
  ),
  response: Task,
  bodyLimit: 1024,
});

/** FHIR R4 for the hospital that a student is referred to. */
export const exportFhir = endpoint({
  name: 'results.fhir',
  method: 'POST',
  path: '/v1/portal/children/:id/fhir_export',
  summary: '导出一名学生的测评资料（FHIR R4），用于转介就医（后台任务）',
  access,
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    {
      sheets: Type.Array(
        Type.Object(
          {
            child_exam_id: Id,
            scale_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: REFERRAL_SHEETS_MAX },
      ),
      reason: Type.String({
        minLength: REFERRAL_REASON_MIN,
        maxLength: REFERRAL_REASON_MAX,
        pattern: '\\S\\s*\\S',
      }),
    },
    { additionalProperties: false },
  ),
  response: Task,
  bodyLimit: 4096,
});
