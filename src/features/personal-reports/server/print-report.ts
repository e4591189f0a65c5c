import type { MarkedDocument } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { NOT_COMPARABLE, reasonKey } from '../../screening/public.ts';
import type { DimensionReport, Report, ScaleReport } from '../contract.ts';
import { profileOf } from '../rules/profile.ts';
import { rawText, signed, words } from '../rules/words.ts';

const dayText = (instant: string) => minuteOf(Date.parse(instant));

/** The chart and the numbers behind it; bands alone where the reader sees no scores. */
function dimensionParts(scale: ScaleReport): Pick<PrintedSection, 'chart' | 'table' | 'rows'> {
  const figure = profileOf(scale, { ...words, title: scale.title });
  if (figure)
    return {
      chart: figure,
      table: { head: figure.table.head, rows: figure.table.rows.map(({ cells }) => cells) },
    };
  const rows = scale.dimensions.flatMap(({ title, band_title }) =>
    band_title === undefined ? [] : [[title, band_title] as const],
  );
  return rows.length === 0 ? {} : { rows };
}

const changeText = ({ change }: DimensionReport) =>
  change && `${change.from} → ${change.to}（${signed(change.difference)}），${words[change.meaning ?? 'unjudged']}`;

function formerSection({ former, dimensions }: ScaleReport): PrintedSection[] {
  if (!former) return [];
  const { exam_name, submitted_at, not_comparable: reasons } = former;
  const text = [`${exam_name}，${dayText(submitted_at)}`];
  if (reasons)
    return [
      {
        title: words.change,
        text: [...text, reasons.map((reason) => NOT_COMPARABLE[reasonKey(reason)]).join('；')],
      },
    ];
  const rows = dimensions.flatMap((dimension) => {
    const change = changeText(dimension);
    return change === undefined ? [] : [[dimension.title, change] as const];
  });
  return [{ title: words.change, text, rows }];
}

function scaleSections(scale: ScaleReport): PrintedSection[] {
  const { title, valid, marks, dimensions, answers, unofficial } = scale;
  const text = [
    ...(valid ? [] : [words.void]),
    ...(marks.length > 0 ? [`${words.marks}：${marks.join('；')}`] : []),
    ...(unofficial ? [words.unofficial] : []),
  ];
  const raws = dimensions.flatMap((each) =>
    each.norm_raw === undefined ? [] : [[each.title, rawText(each.norm_raw)] as const],
  );
  const said = dimensions.flatMap((each) => (each.words === undefined ? [] : [[each.title, each.words] as const]));
  return [
    { title, text, ...dimensionParts(scale) },
    ...(raws.length > 0 ? [{ title: words.rawNorms, rows: raws }] : []),
    ...(said.length > 0 ? [{ title: words.meaning, rows: said }] : []),
    ...(answers && answers.length > 0
      ? [{ title: words.answers, rows: answers.map((one) => [one.text, one.answer] as const) }]
      : []),
    ...formerSection(scale),
  ];
}

/** What the scores rest on: norm set, population and version of each pack. */
function basisRows({ scales }: Report): (readonly [string, string])[] {
  return scales.map(({ title, version, norm, imported }) => [
    title,
    [
      `版本 ${version}`,
      ...(imported ? [words.imported] : []),
      ...(norm ? [`常模：${norm.title}`, ...(norm.population ? [`适用：${norm.population}`] : []), norm.source] : []),
    ].join('\n'),
  ]);
}

/** A ready report as a document to print. */
export function printReport(report: Report): MarkedDocument {
  const { reader, scales, critical } = report;
  const own = reader !== 'teacher';
  const sections: PrintedSection[] = [
    {
      title: '基本信息',
      text: [own ? words.noDiagnosisOwn : words.noDiagnosis],
      rows: [
        ['姓名', report.child_name],
        ...(report.class_name === undefined ? [] : [['班级', report.class_name] as const]),
        ['测评', report.exam_name],
        ['交卷时间', dayText(report.submitted_at)],
      ],
    },
    ...(critical.length > 0
      ? [
          {
            title: words.critical,
            text: [words.criticalHelp],
            rows: critical.map(({ item_id, text, answer }) => [`第 ${item_id} 题`, `${text}\n${answer}`] as const),
          },
        ]
      : []),
    ...scales.flatMap(scaleSections),
    { title: words.nextSteps, text: words.steps[reader].map((step) => `· ${step}`) },
    { title: words.helpLines, text: [words.line12356, words.line12355, `${words.urgent} ${words.urgentLines}`] },
    { title: '依据', rows: basisRows(report) },
  ];
  return { title: words.title, sections, note: words.noDiagnosisShort };
}
