import * as Type from 'typebox/type';
import { Done, idParam, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const access = { auth: 'org', area: 'exam', act: 'recalculate' } as const;
const body = Type.Object(
  { norm_sets: Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), Text(40, 1), { minProperties: 1 }) },
  { additionalProperties: false },
);

/** Old results stay, with the norm set that they had. */
export const recalculate = endpoint({
  name: 'screening.recalculate',
  method: 'POST',
  path: '/v1/portal/exams/:id/recalculate',
  summary: '换一套常模重新计分，原来的结果保留',
  access,
  params: idParam('id'),
  body,
  response: Done,
});

const Band = Type.Optional(Type.String({ description: '没有分级时没有' }));
const Preview = Type.Object({
  sheets: Type.Integer({ description: '已计分的答卷' }),
  scales: Type.Array(
    Type.Object({
      scale_id: Type.String(),
      title: Type.String(),
      from: Type.Array(Type.String(), { description: '现在用的常模的名称' }),
      to: Type.String({ description: '新的常模的名称' }),
      positive_before: Type.Integer({ description: '达到划界分的答卷' }),
      positive_after: Type.Integer(),
      dimensions: Type.Array(
        Type.Object({
          dimension_id: Type.String(),
          title: Type.String(),
          bands: Type.Array(Type.Object({ from: Band, to: Band, count: Type.Integer({ description: '答卷数' }) }), {
            description: '从原来的分级到新的分级，名称；没有变化的也在内',
          }),
        }),
      ),
    }),
  ),
});
export type RecalculationPreview = Type.Static<typeof Preview>;

export const previewRecalculation = endpoint({
  name: 'screening.preview-recalculation',
  method: 'POST',
  path: '/v1/portal/exams/:id/recalculate/preview',
  summary: '换一套常模会怎样：每个分级的人数从多少变成多少，不改动任何结果',
  access,
  params: idParam('id'),
  body,
  response: Preview,
});
