import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { MarkedDocument } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf, minuteOf } from '../../../platform/schema/wall-clock.ts';
import type { CaseDetail, CaseStep } from '../contract/cases.ts';
import type { SafetyPlan } from '../contract/safety-plans.ts';
import type { WarnDetail } from '../contract/warnings.ts';

/** What a file of a case is made from. */
export interface WholeCase {
  detail: CaseDetail;
  /** The current safety plan. */
  plan: SafetyPlan | undefined;
  /** Empty where the caller may not open warnings. */
  warnings: readonly WarnDetail[];
}

type Rows = (readonly [string, string])[];

const at = (instant: string): string => minuteOf(Date.parse(instant));
const given = (label: string, value: string | undefined): Rows =>
  value === undefined || value === '' ? [] : [[label, value]];
/** A section with rows, or nothing where it has none. */
const section = (title: string, rows: Rows): PrintedSection[] => (rows.length === 0 ? [] : [{ title, rows }]);

function aboutRows(detail: CaseDetail): Rows {
  const { next_on, next_text = '' } = detail;
  return [
    ['姓名', detail.child_name],
    ['学号', detail.student_no],
    ...given('性别', detail.sex === undefined ? undefined : labelOf('sex', detail.sex)),
    ...given('班级', detail.class_name),
    ['在读状态', labelOf('study_status', detail.study_status)],
    ['危机等级', labelOf('crisis_level', detail.crisis_level)],
    ['个案状态', labelOf('case_status', detail.status)],
    ['立案时间', at(detail.opened_at)],
    ['首次联系', detail.first_contact_at === undefined ? '暂无记录' : at(detail.first_contact_at)],
    ['负责人', detail.owner_name ?? '尚未指定'],
    ...given('下一步', next_on === undefined ? undefined : `${next_on}\n${next_text}`),
    ...given(
      '结案',
      detail.closed_at === undefined ? undefined : `${detail.closed_by_name ?? ''} ${at(detail.closed_at)}`,
    ),
  ];
}

function warningSection(ctx: OrgContext, warn: WarnDetail): PrintedSection {
  const labels = ctx.services.schemas.entity(ctx.actor.orgId, 'warn').schema.properties['category_id']?.['x-labels'];
  const { category_id: category, crisis_level: level, verified_at } = warn;
  const verdict = [
    labelOf('valid_status', warn.valid_status),
    ...(level === undefined ? [] : [labelOf('crisis_level', level)]),
  ].join('，');
  return {
    title: `预警：${labelOf('warn_source', warn.source)}`,
    rows: [
      ['上报', `${warn.reporter_name} ${at(warn.reported_at)}`],
      ...given('风险类型', category && (labels?.[category] ?? labelOf('crisis_category', category))),
      ['问题描述', warn.warn_content],
      ['核实结果', verdict],
      ...given('核实', verified_at && `${warn.verified_by_name ?? ''} ${at(verified_at)}`),
      ...given('核实说明', warn.reason),
      ...warn.former.map((former): readonly [string, string] => [
        '此前的核实',
        [
          ...(former.crisis_level === undefined ? [] : [labelOf('crisis_level', former.crisis_level)]),
          former.reason,
          `${at(former.at)} 修改`,
        ].join('\n'),
      ]),
    ],
  };
}

const planRows = ({ content, ...plan }: SafetyPlan): Rows => [
  ['版本', `第 ${plan.edition} 版，${plan.author_name} ${at(plan.at)}`],
  ['预警信号', content.warning_signs],
  ['什么能帮到自己', content.helps],
  [
    '可以找的人',
    content.people.map(({ name, relation, phone }) => [name, relation, phone].filter(Boolean).join('，')).join('\n'),
  ],
  ['按什么顺序做', content.steps],
];

/** What a step says, as far as the caller may read it. */
function textOf({ readable, restricted_to, record, ...step }: CaseStep): string {
  const group = restricted_to === undefined ? undefined : labelOf('role_group', restricted_to);
  if (!readable) return group === undefined ? '内容不在您的查看范围内' : `仅${group}可见`;
  const files = step.attachments.length + (record?.attachments.length ?? 0);
  return [
    ...(step.amended ? ['（已更正，以后来的一条为准）'] : []),
    ...(step.amends === undefined ? [] : ['（更正）']),
    ...(group === undefined ? [] : [`（仅${group}可见）`]),
    ...(step.level === undefined ? [] : [labelOf('crisis_level', step.level)]),
    ...(step.content === undefined ? [] : [step.content]),
    ...(record ? [...record.facts, ...record.words].map(({ title, text }) => `${title}：${text}`) : []),
    ...(step.informed_at === undefined
      ? []
      : [`${at(step.informed_at)}，${labelOf('informed_how', step.informed_how ?? 0)}`]),
    ...(step.contact_result === undefined ? [] : [`结果：${labelOf('contact_result', step.contact_result)}`]),
    ...(files > 0 ? [`附件 ${files} 个`] : []),
  ].join('\n');
}

const stepRows = (steps: readonly CaseStep[]): Rows =>
  steps.map((step) => [`${at(step.at)}\n${labelOf('case_step_kind', step.kind)}\n${step.author_name}`, textOf(step)]);

const CONTACTS: ReadonlySet<string> = new Set(['family', 'informed']);

/** A case as a document to print; each step stands in one section, oldest first. */
export function printCase(ctx: OrgContext, { detail, plan, warnings }: WholeCase): MarkedDocument {
  const steps = detail.steps.items.toReversed();
  const records = steps.filter(({ record_table }) => record_table !== undefined);
  const contacts = steps.filter((step) => CONTACTS.has(step.kind));
  const others = steps.filter((step) => !records.includes(step) && !contacts.includes(step));
  return {
    title: '危机个案',
    sections: [
      { title: '基本信息', rows: aboutRows(detail) },
      ...warnings.map((warn) => warningSection(ctx, warn)),
      ...section('安全计划', plan ? planRows(plan) : []),
      ...section('与监护人和班主任的联系', stepRows(contacts)),
      ...section('干预、咨询、转介和随访', stepRows(records)),
      ...section('经过', stepRows(others)),
    ],
    note: `截至 ${dayOf(ctx.now())}，只含导出人有权查看的内容`,
  };
}
