import * as Type from 'typebox/type';
import { PROTECTION_DAYS } from '../../../platform/access/service-stage.ts';
import { Done, Id, idParam, Instant, listOf, paging, Reason } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';

const area = 'platform';
const closed = { additionalProperties: false } as const;
const root = '/v1/platform/organisations';
const Day = Type.String({ format: 'date' });

/** An organisation as its operator sees it: nothing about a person. */
const Organisation = Type.Object({
  org_id: Id,
  org_name: Type.String(),
  org_type: Type.Integer(),
  parent_org_id: Type.Optional(Type.String()),
  service_type: Type.Integer(),
  service_stage: Type.String({ description: '服务阶段（service_stage）' }),
  service_until: Type.Optional(Day),
  protection_days: Type.Integer(),
  features: Type.Array(Type.String()),
  accounts: Type.Array(Type.Object({ identity: Type.Integer(), accounts: Type.Integer() })),
  suspended_at: Type.Optional(Instant),
  suspended_for: Type.Optional(Type.String()),
});
export type Organisation = Type.Static<typeof Organisation>;

const FeatureOption = Type.Object({ value: Type.String(), label: Type.String() });
export type FeatureOption = Type.Static<typeof FeatureOption>;

export const organisations = endpoint({
  name: 'platform.organisations',
  method: 'GET',
  path: root,
  summary: '全部单位：类型、上级、服务、软件功能、账号数和状态，没有任何人的信息',
  access: { auth: 'org', area, act: 'open' },
  verified: true,
  response: Type.Object({
    ...listOf(Organisation).properties,
    features: Type.Array(FeatureOption),
  }),
});

export const openWork = endpoint({
  name: 'platform.open-work',
  method: 'GET',
  path: `${root}/:id/open_work`,
  summary: '一个单位未核实的预警和未结的个案，只有数量和最早的日期',
  access: { auth: 'org', area, act: 'open' },
  verified: true,
  params: idParam('id'),
  response: Type.Object({
    warnings: Type.Integer(),
    cases: Type.Integer(),
    oldest: Type.Optional(Instant),
  }),
});

export const suspend = endpoint({
  name: 'platform.suspend',
  method: 'POST',
  path: `${root}/:id/actions/suspend`,
  summary: '暂停一个单位的服务：所有人退出并不能登录，内容保留',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason, confirm_open_cases: Type.Boolean() }, closed),
  response: Done,
});

export const resume = endpoint({
  name: 'platform.resume',
  method: 'POST',
  path: `${root}/:id/actions/resume`,
  summary: '恢复一个单位的服务',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, closed),
  response: Done,
});

export const change = endpoint({
  name: 'platform.change',
  method: 'PUT',
  path: `${root}/:id`,
  summary: '修改一个单位开通的软件功能和上级机构',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    {
      features: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40, uniqueItems: true })),
      parent_org_id: Type.Optional(Type.Union([Id, Type.Null()])),
    },
    closed,
  ),
  response: Done,
});

export const renew = endpoint({
  name: 'platform.renew',
  method: 'POST',
  path: `${root}/:id/actions/renew`,
  summary: '修改一个单位的服务类型和到期日；已封存的内容要由命令恢复',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    {
      until: Day,
      service_type: Type.Integer({ minimum: 1, maximum: 2 }),
      protection_days: Type.Integer({ minimum: PROTECTION_DAYS.least, maximum: PROTECTION_DAYS.most }),
    },
    closed,
  ),
  response: Done,
});

const LogEntry = Type.Object({
  log_id: Type.String(),
  at: Instant,
  who: Type.String(),
  act: Type.String(),
  org_id: Type.String(),
  org_name: Type.String(),
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
});
export type LogEntry = Type.Static<typeof LogEntry>;

export const platformLog = endpoint({
  name: 'platform.log',
  method: 'GET',
  path: '/v1/platform/log',
  summary: '平台自己的操作记录，新的在前',
  access: { auth: 'org', area, act: 'open' },
  verified: true,
  query: Type.Object({ ...paging }, closed),
  response: listOf(LogEntry),
});

/** Organisations of one sheet; each needs the hash of a password, which takes time by design. */
export const ROWS_MAX = 100;
export const SHEET_MAX = 2 * 1024 * 1024;

const Created = Type.Object({
  org_id: Type.String(),
  org_name: Type.String(),
  role_name: Type.String(),
  real_name: Type.String(),
  login_name: Type.String(),
  password: Type.String({ description: '第一位管理员的初始密码，只在这里出现一次' }),
});
export type CreatedOrganisation = Type.Static<typeof Created>;

export const createOrganisation = endpoint({
  name: 'platform.create',
  method: 'POST',
  path: root,
  summary: '新建一个单位和它的第一位管理员',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  status: 201,
  body: Type.Object(
    {
      document: Type.Unsafe<JsonObject>(
        Type.Record(Type.String(), Type.Unknown(), { description: '与 npm run org -- create 的文件相同' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Created,
});

const NewRow = Type.Object({
  no: Type.Integer({ description: '表格中的行号' }),
  outcome: Type.Unsafe<'new' | 'present' | 'created' | 'refused'>(Type.String()),
  org_id: Type.Optional(Type.String()),
  org_name: Type.String(),
  real_name: Type.Optional(Type.String()),
  login_name: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  problems: Type.Array(Type.Object({ column: Type.String(), reason: Type.String(), fix: Type.String() })),
});
export type NewRow = Type.Static<typeof NewRow>;
const Rows = Type.Object({ rows: Type.Array(NewRow) });

export const previewSheet = endpoint({
  name: 'platform.preview-sheet',
  method: 'POST',
  path: `${root}/sheet/preview`,
  summary: '一张新单位的表格里每一行会怎样，不写入',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  upload: SHEET_MAX,
  response: Rows,
});

export const createBySheet = endpoint({
  name: 'platform.create-by-sheet',
  method: 'POST',
  path: `${root}/sheet/create`,
  summary: '新建一张表格里的单位；有一行不能创建就都不创建',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  upload: SHEET_MAX,
  response: Rows,
});

export const sheetTemplate = endpoint({
  name: 'platform.sheet-template',
  method: 'GET',
  path: `${root}/sheet/template`,
  summary: '新单位的表格模板',
  access: { auth: 'org', area, act: 'open' },
  verified: true,
  kind: 'blob',
});
