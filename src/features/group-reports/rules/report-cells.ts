import type { GroupReport, Participation } from '../contract.ts';
import { NORM_GAP, TAKING, versionsText, words } from './words.ts';

const SHEETS = [
  ['valid', '有效答卷'],
  ['void', '作废'],
  ['marked', '作答可能不认真'],
  ['positive', '需要访谈'],
] as const;

/** A report's numbers as rows of a sheet: what, dimension, group, part of the group, number. Suppressed ones are marked. */
export function reportCells(report: GroupReport): (string | null)[][] {
  const { smallest, participation, parts, scales, comparison, text } = report;
  const few = smallest === undefined ? null : `少于 ${smallest} 人`;
  const shown = (n: number | undefined): string | null => (n === undefined ? few : String(n));
  const taking = (label: string, numbers: Participation) =>
    TAKING.filter((key) => numbers[key] !== undefined || key === 'asked' || key === 'submitted').map(
      (key): (string | null)[] => ['参与情况', null, label, words[key], shown(numbers[key])],
    );
  return [
    ...taking('全部', participation),
    ...parts.rows.flatMap((row) => taking(row.label, row)),
    ...scales.flatMap((scale) => [
      ...(scale.versions ? [[scale.title, null, '全部', versionsText(scale.versions), null]] : []),
      ...SHEETS.map(([key, name]) => [scale.title, null, '全部', name, shown(scale[key])]),
      ...scale.dimensions.flatMap(({ title, bands, groups, norm_gap }) => [
        ...(norm_gap ? [[scale.title, title, '全部', NORM_GAP, null]] : []),
        ...groups.flatMap(({ label, n, mean, norm, bands: counts }) => [
          [scale.title, title, label, '合计', shown(n)],
          ...(mean === undefined ? [] : [[scale.title, title, label, '平均分', String(mean)]]),
          ...(norm === undefined
            ? []
            : [
                [scale.title, title, label, '常模平均分', String(norm.mean)],
                [scale.title, title, label, '与常模的差', String(norm.difference)],
                [scale.title, title, label, '与常模的差（d）', String(norm.d)],
              ]),
          ...counts.flatMap((band) => {
            const name = bands.find(({ band_id }) => band_id === band.band_id)?.title ?? band.band_id;
            return [
              [scale.title, title, label, name, shown(band.n)],
              [scale.title, title, label, `${name}（不含作答可能不认真的）`, shown(band.attentive)],
            ];
          }),
        ]),
      ]),
    ]),
    ...(comparison?.scales ?? []).flatMap(({ title, dimensions }) =>
      dimensions.flatMap((dimension) =>
        dimension.bands.flatMap((band) => [
          [
            `与“${comparison?.exam_name ?? ''}”比较`,
            `${title} ${dimension.title}`,
            '上次',
            band.title,
            shown(band.before),
          ],
          [
            `与“${comparison?.exam_name ?? ''}”比较`,
            `${title} ${dimension.title}`,
            '这次',
            band.title,
            shown(band.now),
          ],
        ]),
      ),
    ),
    ...text.map((paragraph) => ['说明', null, null, paragraph, null]),
  ];
}
