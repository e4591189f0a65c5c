import { describe, expect, it } from 'vitest';
import type { CaseDetail, CaseStep } from '../../../src/features/crisis/contract/cases.ts';
import type { SafetyPlan } from '../../../src/features/crisis/contract/safety-plans.ts';
import type { WarnDetail } from '../../../src/features/crisis/contract/warnings.ts';
import { printCase, type WholeCase } from '../../../src/features/crisis/server/print-case.ts';
import type { OrgContext } from '../../../src/platform/context/server/context.ts';

const at = (time: string) => `2026-11-20T${time}:00+08:00`;
/** A tenant with a risk type of its own. */
const ctx = {
  actor: { orgId: '2001' },
  now: () => Date.parse(at('18:00')),
  services: {
    schemas: { entity: () => ({ schema: { properties: { category_id: { 'x-labels': { own: '恋爱挫折' } } } } }) },
  },
} as unknown as OrgContext;

let n = 0;
const step = (kind: string, more: Partial<CaseStep> = {}): CaseStep => ({
  step_id: `s${(n += 1)}`,
  kind,
  at: at('09:00'),
  author_id: 'u1',
  author_name: '王老师',
  readable: true,
  amended: false,
  attachments: [],
  ...more,
});
const detail = (steps: readonly CaseStep[], more: Partial<CaseDetail> = {}): CaseDetail => ({
  case_id: 'c1',
  child_id: 'k1',
  child_name: '李明',
  student_no: '20260001',
  study_status: 1,
  crisis_level: 2,
  status: 1,
  opened_at: at('08:00'),
  version: 1,
  warns: [],
  inform: false,
  informed: [],
  can_write: true,
  can_restrict: true,
  steps: { total: steps.length, items: [...steps] },
  ...more,
});
const warning = (more: Partial<WarnDetail> = {}): WarnDetail => ({
  warn_id: 'w1',
  child_id: 'k1',
  child_name: '李明',
  source: 1,
  valid_status: 0,
  reporter_name: '赵老师',
  reported_at: at('07:30'),
  drill: false,
  warn_content: '长期失眠',
  version: 1,
  can_verify: true,
  can_edit: false,
  attachments: [],
  former: [],
  ...more,
});
const file = { media_info_id: 'm1' } as unknown as CaseStep['attachments'][number];
const plan: SafetyPlan = {
  edition: 2,
  at: at('10:00'),
  author_name: '王老师',
  content: {
    warning_signs: '不回消息',
    helps: '听音乐',
    people: [{ name: '王芳', relation: '母亲', phone: '13800000000' }, { name: '姐姐' }],
    steps: '先打给母亲',
  },
};

const sectionsOf = (whole: Partial<WholeCase>) =>
  printCase(ctx, { detail: detail([]), plan: undefined, warnings: [], ...whole }).sections;
/** The rows of the section with this title; undefined where the document has none. */
const rowsOf = (title: string, whole: Partial<WholeCase>) =>
  sectionsOf(whole).find((section) => section.title === title)?.rows;

describe('the document of a case', () => {
  it('has only the sections and lines that have something to say', () => {
    expect(sectionsOf({}).map(({ title }) => title)).toEqual(['基本信息']);
    expect(rowsOf('基本信息', {})).toEqual([
      ['姓名', '李明'],
      ['学号', '20260001'],
      ['在读状态', '在读'],
      ['危机等级', expect.any(String)],
      ['个案状态', '跟进中'],
      ['立案时间', '2026-11-20 08:00'],
      ['首次联系', '暂无记录'],
      ['负责人', '尚未指定'],
    ]);
    const full = detail([], {
      sex: 2,
      class_name: '初一 1 班',
      first_contact_at: at('08:30'),
      owner_name: '王老师',
      next_on: '2026-11-23',
      next_text: '家访',
      closed_at: at('17:00'),
      closed_by_name: '刘老师',
    });
    const rows = new Map(rowsOf('基本信息', { detail: full }));
    expect(['性别', '班级', '首次联系', '负责人', '下一步', '结案'].map((label) => rows.get(label))).toEqual([
      '女',
      '初一 1 班',
      '2026-11-20 08:30',
      '王老师',
      '2026-11-23\n家访',
      '刘老师 2026-11-20 17:00',
    ]);
  });

  it('has a warning with its verdict and every former one, with a level where that had one', () => {
    const title = '预警：人工上报';
    expect(rowsOf(title, { warnings: [warning()] })).toEqual([
      ['上报', '赵老师 2026-11-20 07:30'],
      ['问题描述', '长期失眠'],
      ['核实结果', '待核实'],
    ]);
    const verified = warning({
      category_id: 'own',
      valid_status: 1,
      crisis_level: 2,
      verified_at: at('08:00'),
      verified_by_name: '王老师',
      reason: '已面谈',
      former: [
        { at: at('08:30'), crisis_level: 3, reason: '初步判断', attachments: [] },
        { at: at('08:20'), attachments: [] },
      ],
    });
    const rows = rowsOf(title, { warnings: [verified] });
    expect(rows?.map(([label]) => label)).toEqual([
      '上报',
      '风险类型',
      '问题描述',
      '核实结果',
      '核实',
      '核实说明',
      '此前的核实',
      '此前的核实',
    ]);
    expect(rows?.[1]?.[1]).toBe('恋爱挫折');
    expect(rows?.[3]?.[1]).toMatch(/^有效，./);
    expect(rows?.[4]?.[1]).toBe('王老师 2026-11-20 08:00');
    expect(rows?.[6]?.[1]).toMatch(/^.+\n初步判断\n2026-11-20 08:30 修改$/);
    expect(rows?.[7]?.[1]).toBe('\n2026-11-20 08:20 修改');
    expect(rowsOf(title, { warnings: [warning({ category_id: 'emotion' })] })).toContainEqual([
      '风险类型',
      '严重情绪问题',
    ]);
  });

  it('has the safety plan with everyone to call', () => {
    expect(rowsOf('安全计划', { plan })).toContainEqual(['可以找的人', '王芳，母亲，13800000000\n姐姐']);
    expect(rowsOf('安全计划', { plan })?.[0]).toEqual(['版本', '第 2 版，王老师 2026-11-20 10:00']);
  });

  it('has every step once, oldest first, in the section where it belongs', () => {
    const items = [
      step('close', { content: '四' }),
      step('informed', { content: '三' }),
      step('interview', { record_table: 'interviews', content: '二' }),
      step('family', { content: '一' }),
      step('report', { content: '零' }),
    ];
    const whole = { detail: detail(items) };
    const textsOf = (title: string) => rowsOf(title, whole)?.map(([, text]) => text);
    expect(['与监护人和班主任的联系', '干预、咨询、转介和随访', '经过'].map(textsOf)).toEqual([
      ['一', '三'],
      ['二'],
      ['零', '四'],
    ]);
    expect(rowsOf('经过', whole)?.[0]?.[0]).toBe('2026-11-20 09:00\n上报\n王老师');
  });

  it('says of a step what the reader may read, and nothing else', () => {
    const textOf = (more: Partial<CaseStep>) => rowsOf('经过', { detail: detail([step('note', more)]) })?.[0]?.[1];
    expect(textOf({ readable: false, content: '秘密' })).toBe('内容不在您的查看范围内');
    expect(textOf({ readable: false, content: '秘密', restricted_to: 'psychology' })).toBe('仅心理教师可见');
    expect(textOf({})).toBe('');
    const record = {
      resource: 'interview',
      facts: [{ title: '方式', text: '当面' }],
      words: [{ title: '内容', text: '谈到家庭' }],
      attachments: [file],
    };
    const said = textOf({
      amended: true,
      amends: 's0',
      restricted_to: 'psychology',
      level: 1,
      content: '面谈',
      record,
      informed_at: at('08:45'),
      informed_how: 2,
      contact_result: 2,
      attachments: [file, file],
    });
    expect(said?.split('\n')).toEqual([
      '（已更正，以后来的一条为准）',
      '（更正）',
      '（仅心理教师可见）',
      expect.any(String),
      '面谈',
      '方式：当面',
      '内容：谈到家庭',
      '2026-11-20 08:45，当面',
      '结果：未联系上',
      '附件 3 个',
    ]);
  });
});
