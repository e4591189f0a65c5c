import enums from '../../../../../schemas/enums.json' with { type: 'json' };
import { FEATURES } from '../../../../platform/access/software-features.ts';
import type { TemplateColumn } from '../../../../platform/sheets/server/write-template.ts';
import { ORG_KINDS } from './org-file-schema.ts';
import { featureName } from './org-file.ts';

/** A column of the sheet of new organisations, and the place of its value in the description of one. */
export interface OrgColumn extends TemplateColumn {
  pointer: string;
  /** A header of earlier templates. */
  alias?: string;
}

const column = (
  pointer: string,
  header: string,
  more: Partial<TemplateColumn> & { alias?: string } = {},
): OrgColumn => ({
  pointer,
  header,
  required: false,
  format: '文字',
  choices: [],
  example: '',
  note: '',
  cell: 'text',
  ...more,
});

export const ORG_COLUMNS: readonly OrgColumn[] = [
  column('/org_id', '单位编号', {
    required: true,
    format: '4 至 12 位数字，不以 0 开头',
    example: '3001',
    note: '以后不能修改；同一张表可以重复使用，已有的编号不再创建',
  }),
  column('/org_name', '单位名称', { required: true, example: '清河区第二中学' }),
  column('/kind', '单位类型', { required: true, format: '从下拉列表中选择', choices: ORG_KINDS, example: '学校' }),
  column('/parent', '上级机构编号', { example: '1009', note: '已有的机构，或这张表里的机构；机构没有上级' }),
  column('/edu_level', '教育阶段', {
    format: '从下拉列表中选择',
    choices: Object.values(enums.edu_level),
    example: '基础教育',
    note: '学校必填',
  }),
  column('/stages', '学段', {
    example: '小学（六三制）、初中（五四制）',
    note: '学校必填；多个用顿号隔开，学制写在括号里，不写为六三制',
  }),
  column('/grades', '年级', { example: '初一、初二', note: '不写为各学段的全部年级' }),
  column('/features', '软件功能', {
    example: '心理档案、预警管理、危机上报',
    note: `多个用顿号隔开：${FEATURES.map(featureName).join('、')}`,
  }),
  column('/offline_consulting', '线下咨询', { format: '从下拉列表中选择', choices: ['是', '否'], example: '否' }),
  column('/student_accounts', '学生账号名额', { format: '整数', cell: 'number', example: '1200', note: '不写为 0' }),
  column('/site/site_name', '站点名称', { example: '清河二中心育平台' }),
  column('/site/slogan', '标语'),
  column('/site/host', '访问域名', { example: 'xinli.example.cn' }),
  column('/service/type', '服务类型', {
    required: true,
    format: '从下拉列表中选择',
    choices: Object.values(enums.service_type),
    example: '正式服务',
  }),
  column('/service/until', '服务到期日', { required: true, format: '日期，年-月-日', example: '2030-08-31' }),
  column('/service/protection_days', '保护期天数', { format: '7 至 30 的整数', cell: 'number', note: '不写为 30' }),
  column('/administrator/login_name', '管理员登录名', {
    alias: '管理员登录账号',
    required: true,
    format: '4 至 32 个字符，以字母开头',
    example: 'qh2z-admin',
  }),
  column('/administrator/real_name', '管理员姓名', { required: true, example: '王老师' }),
  column('/administrator/mobile', '管理员手机号', { format: '11 位数字' }),
];

/** The column to which a place in the description belongs. */
export const columnAt = (pointer: string): OrgColumn | undefined =>
  ORG_COLUMNS.filter((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`)).at(-1) ??
  (pointer.includes('/grades') ? ORG_COLUMNS.find((one) => one.pointer === '/grades') : undefined);
