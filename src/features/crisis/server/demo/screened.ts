import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { VALID_STATUS } from '../../rules/crisis.ts';
import { addCase } from './cases.ts';
import { HOUR_MS, atWork } from './days.ts';
import type { Setting } from './setting.ts';
import type { CaseStory } from './story.ts';
import { addWarn, verdictOf } from './warnings.ts';

declare module '../../../../platform/demo/server/demo.ts' {
  interface DemoTenant {
    /** What the screenings of the demo found; the part of the crisis makes the warnings. */
    screened?: readonly ScreenedWarning[];
  }
}

/** A warning that a screening raised, and what became of it. */
export interface ScreenedWarning {
  warn_id: string;
  child_id: string;
  /** Milliseconds. */
  at: number;
  /** When the interview is due, milliseconds. */
  due: number;
  source_ref: string;
  rule: string;
  content: string;
  suggested_level: number;
  outcome: 'waiting' | 'invalid' | 'open-case' | 'closed-case';
}

const INVALID = [
  '当面访谈：最近比赛和考试集中，睡得少，没有持续的困扰，本人愿意两周后再聊一次。',
  '访谈时情绪平稳，作答那天身体不舒服，家长也没有看到异常。',
  '与学生和班主任分别了解过，是一时的同伴矛盾，已经说开。',
] as const;
const VALID = '访谈核实：情绪低落超过两周，睡眠和上课都受影响，没有具体的计划，需要持续陪伴。';

const storyOf = (outcome: ScreenedWarning['outcome']): CaseStory['steps'] => [
  { day: 1, kind: 'family', body: '与家长面谈，说明筛查和访谈的情况，约定每天留意睡眠和情绪。' },
  ...(outcome === 'closed-case'
    ? [
        { day: 35, kind: 'reassess' as const, body: '复评：睡眠恢复，能按时到校，愿意和同学一起活动。' },
        { day: 60, kind: 'close' as const, body: '情绪稳定满一个月，班主任继续关心，学期末再回访一次。' },
      ]
    : []),
];

/** Adds the warnings of screenings. A student who has a case already gets no second one. */
export function addScreened(setting: Setting, screened: readonly ScreenedWarning[]): void {
  const { enrolled, rows, now } = setting;
  const students = new Map(enrolled.map((student, i) => [student.child_id, { student, i }]));
  const known = new Set(rows.crisis_cases.map(({ child_id }) => child_id));
  for (const [n, one] of screened.entries()) {
    const found = students.get(one.child_id);
    if (!found) continue;
    const { student, i } = found;
    const raised = { warn_id: one.warn_id, source_ref: one.source_ref, suggested_level: one.suggested_level };
    const told = { ...raised, verdict_due: isoTime(one.due) };
    const report = {
      source: 2 as const,
      category: one.suggested_level < 3 ? 'suicide' : 'emotion',
      content: one.content,
      rule: one.rule,
      by: 'system' as const,
    };
    const hasCase = one.outcome.endsWith('-case') && !known.has(one.child_id);
    if (hasCase) {
      known.add(one.child_id);
      const warn = { ...report, day: 0, level: 2 as const, hours: 4, reason: VALID, also: told };
      addCase(setting, { student: i, ago: 0, at: one.at, warns: [warn], steps: storyOf(one.outcome) });
      continue;
    }
    const verified = Math.min(atWork(one.at + (20 + (n % 5) * 6) * HOUR_MS), now);
    const invalid = {
      valid_status: VALID_STATUS.invalid,
      ...verdictOf(setting, student, { at: verified, by: 'r8', reason: INVALID[n % INVALID.length] ?? INVALID[0] }),
    };
    addWarn(setting, student, one.at, report, { ...told, ...(one.outcome === 'waiting' ? {} : invalid) });
  }
}
