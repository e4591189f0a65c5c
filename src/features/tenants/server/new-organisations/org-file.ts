import fs from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import enums from '../../../../../schemas/enums.json' with { type: 'json' };
import { PROTECTION_DAYS } from '../../../../platform/access/service-stage.ts';
import { FEATURES } from '../../../../platform/access/software-features.ts';
import { termEnd } from '../../../../platform/access/term-end.ts';
import type { NewOrg } from '../../../../platform/context/server/new-org-rows.ts';
import { lazily } from '../../../../platform/runtime/server/lazily.ts';
import { pointer } from '../../../../platform/schema/json.ts';
import { codesOf, labelOf, type EnumName } from '../../../../platform/schema/labels.ts';
import { nearest, type Finding } from '../../../../platform/schema/problem.ts';
import { parseJsonFile } from '../../../../platform/schema/server/files.ts';
import { gradesOfPeriod, hasSystem } from '../../../organisation/public.ts';
import type { TaughtStage } from '../../../organisation/server/public.ts';
import { DEFAULT_SITE_NAME } from '../../../sites/public.ts';
import { ownHost } from '../../../sites/server/public.ts';
import { orgFileSchema, type OrgFile } from './org-file-schema.ts';

/** An organisation as its file describes it, in the codes of the database. */
export interface OrgPlan {
  org: NewOrg;
  stages: TaughtStage[];
  site: { site_name: string; company_slogan: string; is_custom: boolean; host: string | null };
  administrator: { login_name: string; real_name: string; mobile: string | null };
}

/** Why a file describes no organisation. */
export class OrgFileError extends Error {
  override readonly name = 'OrgFileError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super('the file of the organisation has problems');
    this.findings = findings;
  }
}

/** Compiled with the first file, and without the meta-schema, which finds nothing that strict mode does not. */
const validator = lazily(() =>
  new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    meta: false,
    validateSchema: false,
  }).compile<OrgFile>(orgFileSchema),
);

const TYPES: Readonly<Record<string, string>> = {
  string: '一段文字，写在双引号里',
  integer: '一个整数，不加引号',
  boolean: 'true 或 false，不加引号',
  array: '一个列表，写在 [ ] 里',
  object: '一组名称和值，写在 { } 里',
};

/** Chinese name of a place in the file. */
const titleOf = (schema: unknown): string => {
  const { title } = schema as { title?: string };
  return title ?? '这一项';
};

/** Choices in words; those of the software features are codes with their names behind them. */
const choicesText = (values: readonly unknown[]): string =>
  values.map((value) => (isFeature(value) ? `${value}（${featureName(value)}）` : String(value))).join('、');
const isFeature = (value: unknown): value is string => FEATURES.some((feature) => feature === value);
export const featureName = (feature: string): string => labelOf('product', feature.toLowerCase());

/** A finding for an error of the validator. */
function findingOf({ instancePath, keyword, params, schema, parentSchema, data }: ErrorObject): Finding {
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  const properties = (parentSchema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required': {
      const name = String(params['missingProperty']);
      return {
        pointer: instancePath,
        reason: `缺少 ${name}（${titleOf(properties[name])}）`,
        fix: `在这里加上 "${name}"`,
      };
    }
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const near = nearest(name, known);
      return {
        pointer: instancePath + pointer(name),
        reason: `没有 ${name} 这一项`,
        fix: near === undefined ? `可以写 ${known.join('、')}` : `是不是 ${near}？`,
      };
    }
    case 'enum': {
      const values = schema as readonly unknown[];
      const near = typeof data === 'string' ? nearest(data, values.map(String)) : undefined;
      return {
        pointer: instancePath,
        reason: `${JSON.stringify(data)} 不在${titleOf(parentSchema)}的选项中`,
        fix: near === undefined ? `可以写 ${choicesText(values)}` : `是不是 ${near}？可以写 ${choicesText(values)}`,
      };
    }
    case 'type':
      return {
        pointer: instancePath,
        reason: `${titleOf(parentSchema)}的类型不对`,
        fix: `应为${TYPES[String(schema)] ?? '另一种类型'}`,
      };
    case 'uniqueItems':
      return { pointer: instancePath, reason: `${titleOf(parentSchema)}里有重复的`, fix: '每个只写一次' };
    default:
      return {
        pointer: instancePath,
        reason: `${titleOf(parentSchema)}不符合要求`,
        fix: String(parentSchema?.['description'] ?? `${keyword}：${String(schema)}`),
      };
  }
}

/** A text that is too short and of the wrong form has one finding. */
const once = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
];

/** The code of a Chinese name; the schema has checked that the list has it. */
const codeOf = (list: EnumName, label: string): number =>
  Number(Object.entries(enums[list]).find(([, name]) => name === label)?.[0]);

const ALL_GRADES = [...codesOf('grade')].map(Number);
const SIX_THREE = 2;

/** A taught period, and what is wrong with it. */
function stageOf({ period: periodName, system, grades: names }: NonNullable<OrgFile['stages']>[number], at: string) {
  const period = codeOf('class_period', periodName);
  const edu_type = hasSystem(period) ? (system ? codeOf('edu_type', system) : SIX_THREE) : undefined;
  const taught = gradesOfPeriod(period, edu_type ?? null, ALL_GRADES);
  const grades = (names ?? taught.map((grade) => labelOf('grade', grade))).map((name) => codeOf('grade', name));
  const findings = grades.flatMap((grade, i): Finding[] =>
    taught.includes(grade)
      ? []
      : [
          {
            pointer: `${at}/grades/${i}`,
            reason: `${periodName}没有${labelOf('grade', grade)}`,
            fix: `可以写 ${taught.map((one) => labelOf('grade', one)).join('、')}`,
          },
        ],
  );
  if (system !== undefined && !hasSystem(period))
    findings.push({ pointer: `${at}/system`, reason: `${periodName}不分学制`, fix: '去掉 system' });
  return { stage: { period, edu_type, grades: grades.sort((a, b) => a - b) }, findings };
}

/** What the schema cannot say: conditions between the parts, and dates. */
function furtherFindings(file: OrgFile, now: number): Finding[] {
  const isSchool = file.kind === enums.org_type[2];
  const findings: Finding[] = [];
  const refuse = (at: string, reason: string, fix: string) => findings.push({ pointer: at, reason, fix });
  if (isSchool && !file.edu_level) refuse('', '学校缺少 edu_level（教育阶段）', '在这里加上 "edu_level"');
  if (isSchool && !file.stages) refuse('', '学校缺少 stages（学段和年级）', '在这里加上 "stages"');
  for (const name of ['edu_level', 'stages', 'features', 'parent'] as const)
    if (!isSchool && file[name] !== undefined) refuse(`/${name}`, `机构没有 ${name}，只有学校有`, `去掉 ${name}`);
  for (const [i, { period }] of (file.stages ?? []).entries())
    if (file.stages?.findIndex((other) => other.period === period) !== i)
      refuse(`/stages/${i}/period`, `${period}出现了两次`, '每个学段只写一次');
  const until = termEnd(file.service.until);
  if (until === undefined)
    refuse('/service/until', `${file.service.until} 不是日期`, '写一个存在的日期，例如 2027-08-31');
  else if (Date.parse(until) <= now) refuse('/service/until', `${file.service.until} 已经过去`, '写今天或以后的日期');
  return findings;
}

/** The plan of a valid file. @throws OrgFileError */
function planOf(file: OrgFile, now: number, sharedHosts: readonly string[]): OrgPlan {
  const stages = (file.stages ?? []).map((stage, i) => stageOf(stage, `/stages/${i}`));
  const site = file.site?.host === undefined ? undefined : ownHost(file.site.host, sharedHosts);
  const findings = [...furtherFindings(file, now), ...stages.flatMap((one) => one.findings)];
  if (site?.problem !== undefined)
    findings.push({ pointer: '/site/host', reason: `${file.site?.host} 不能用`, fix: site.problem });
  if (findings.length > 0) throw new OrgFileError(findings);
  return {
    org: {
      org_id: file.org_id,
      parent_org_id: file.parent,
      org_name: file.org_name,
      org_type: codeOf('org_type', file.kind),
      edu_level: file.edu_level === undefined ? undefined : codeOf('edu_level', file.edu_level),
      service_type: codeOf('service_type', file.service.type),
      account_expire_at: termEnd(file.service.until) ?? '',
      protection_days: file.service.protection_days ?? PROTECTION_DAYS.most,
      total_quota: file.student_accounts ?? 0,
      features: file.features ?? [],
      consulting_offline_open: file.offline_consulting ?? false,
      auto_create_user: file.student_accounts_by_themselves ?? false,
    },
    stages: stages.map(({ stage }) => stage),
    site: {
      site_name: file.site?.site_name ?? DEFAULT_SITE_NAME,
      company_slogan: file.site?.slogan ?? '',
      is_custom: file.site?.own_brand ?? false,
      host: site?.host ?? null,
    },
    administrator: { mobile: null, ...file.administrator },
  };
}

/**
 * Checks the description of a new organisation.
 *
 * @param now Milliseconds
 * @throws OrgFileError with every problem of it
 */
export function planOfDocument(document: unknown, now: number, sharedHosts: readonly string[]): OrgPlan {
  const validate = validator();
  if (!validate(document)) throw new OrgFileError(once((validate.errors ?? []).map(findingOf)));
  return planOf(document, now, sharedHosts);
}

/**
 * Reads and checks the file of a new organisation.
 *
 * @param now Milliseconds
 * @param sharedHosts Hosts that no organisation may have
 * @throws OrgFileError with every problem of the file
 */
export function readOrgFile(file: string, now: number, sharedHosts: readonly string[]): OrgPlan {
  if (!fs.existsSync(file) || !fs.statSync(file).isFile())
    throw new OrgFileError([{ pointer: '', reason: '没有这个文件', fix: '检查路径；格式见 npm run org -- --help' }]);
  const parsed = parseJsonFile(file);
  if ('finding' in parsed) throw new OrgFileError([parsed.finding]);
  const { document } = parsed;
  return planOfDocument(document, now, sharedHosts);
}
