import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { randomOf } from '../../../../platform/demo/server/random.ts';
import { ENROLLED } from '../../../../platform/identity/identity.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { dayAfter, weekdayOf } from '../../../../platform/schema/days.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { CONSULTATION, slotKey } from '../../rules/consultation.ts';
import { REFERRAL } from '../../rules/referral.ts';
import type { RecordRows } from './rows.ts';

/** How past appointments ended that were not held, by their position. */
const ENDED_OTHERWISE: Readonly<Record<number, number>> = { 2: CONSULTATION.absent, 4: CONSULTATION.cancelled };

const DAY_MS = 86_400_000;
const WORRIES = [
  '考前入睡困难，担心成绩下滑',
  '与同桌闹矛盾后不愿说话',
  '父母分开以后情绪低落',
  '上课走神，觉得没有意思',
  '在人多的地方紧张、心慌',
  '住校不适应，常给家里打电话',
  '手机使用和家长发生冲突',
  '觉得自己不如别人，回避发言',
] as const;
const WORK = [
  '一起梳理了最近的压力，练习腹式呼吸，约定每天记录情绪。',
  '用空椅子对话表达了没说出口的话，离开时情绪平稳。',
  '画出自己的支持网络，找到三位可以求助的人。',
  '讨论了作息，制定了睡前一小时的安排。',
  '做了认知记录，区分事实和猜想。',
] as const;
const EFFECTS = ['能主动谈起自己的感受', '睡眠有改善，偶尔仍会醒', '变化不大，继续观察', '同伴关系缓和'] as const;
const HOSPITALS = ['青禾市第三人民医院', '省精神卫生中心', '青禾市妇幼保健院'] as const;
const SCENES = [
  '城堡四周都是高墙，门前放了一只小狗',
  '左边是战场，右边是一座空的秋千',
  '河把画面分成两半，桥还没有搭好',
  '把所有动物都围在一个圈里',
] as const;
const PICTURES = [
  '房子很小，没有门，烟囱冒着浓烟',
  '树干上有疤，树冠占了大半张纸',
  '人物没有画手，站在纸的角落',
  '雨很大，人没有带伞，脸朝外',
] as const;

/**
 * Records of the first school's psychology teacher and moral-education lead; future days count from the moment of
 * seeding.
 */
export function demoRecords({ spec: { org_id }, demo: { now }, students = [] }: DemoTenant): RecordRows | undefined {
  if (org_id !== '2001') return undefined;
  const random = randomOf(`records ${org_id}`);
  const counsellor = `u-o${org_id}r8`;
  const lead = `u-o${org_id}r14`;
  const enrolled = students.filter(({ study_status }) => study_status === ENROLLED);
  const anyone = () => (enrolled[random.int(0, enrolled.length - 1)] ?? enrolled[0])?.child_id ?? '';
  const today = dayOf(now);
  /** A moment so many days ago, in a school's afternoon. */
  const ago = (days: number) =>
    `${dayAfter(today, -days)}T${String(random.int(13, 16))}:${random.pick(['00', '20', '40'])}:00+08:00`;
  const common = (at: string, by = counsellor) => ({
    org_id,
    created_by: by,
    author_group: by === lead ? 'leadership' : 'psychology',
    ext: {},
    created_at: at,
    updated_at: at,
  });
  const some = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const happened = (i: number, every: number) => {
    const at = ago(1 + i * every + random.int(0, every - 1));
    return { ...common(at, random.chance(0.2) ? lead : counsellor), child_id: anyone(), happened_at: at };
  };

  const slots = [1, 3, 5].flatMap((weekday) =>
    ['14:00', '15:00'].map((starts, i) => ({
      org_id,
      slot_id: `sl${org_id}-${weekday}${i}`,
      created_by: counsellor,
      weekday,
      starts,
      minutes: 50,
      place: '心理咨询室 1',
      is_open: true,
      ext: {},
    })),
  );
  const appointments = [-23, -16, -12, -9, -7, -5, -2, 3, 5, 8]
    .flatMap((offset, i) => {
      // The next day with a slot on the same side of today, else the last one before it: whatever the hour of seeding,
      // what has been is over and what is to come has not begun.
      const days = [...some(7, (n) => dayAfter(today, offset + n)), ...some(7, (n) => dayAfter(today, offset - n))];
      const hasSlot = (one: string) => slots.some(({ weekday }) => weekday === weekdayOf(one));
      const day = days.find((one) => hasSlot(one) && (offset >= 0 ? one > today : one < today)) ?? today;
      const slot = slots.find(
        ({ weekday, starts }) => weekday === weekdayOf(day) && starts === (i % 2 ? '15:00' : '14:00'),
      );
      return slot ? [{ slot, day, isPast: offset < 0 }] : [];
    })
    .filter(({ slot, day }, i, all) => all.findIndex((one) => one.day === day && one.slot === slot) === i);

  const referrals = ([REFERRAL.pending, REFERRAL.accepted, REFERRAL.returned, REFERRAL.closed] as const).map(
    (status, i) => ({
      ...common(ago(10 + i * 20)),
      referral_id: `rf${org_id}-${i + 1}`,
      child_id: enrolled[(i + 1) * 97]?.child_id ?? anyone(),
      hospital: random.pick(HOSPITALS),
      department: '心理科',
      contact: `1380000${String(1000 + i)}`,
      referred_on: dayAfter(today, -(10 + i * 20)),
      guardian_informed: i > 0,
      status,
      reason: `${random.pick(WORRIES)}，持续两周以上，建议专科评估。`,
    }),
  );
  const WAY = [
    REFERRAL.pending,
    REFERRAL.accepted,
    REFERRAL.treated,
    REFERRAL.finished,
    REFERRAL.returned,
    REFERRAL.closed,
  ];
  return {
    interventions: some(16, (i) => ({
      ...happened(i, 4),
      intervention_id: `iv${org_id}-${i + 1}`,
      way: random.pick([1, 1, 1, 2, 3, 5]),
      minutes: random.pick([30, 40, 50]),
      content: `${random.pick(WORRIES)}。${random.pick(WORK)}`,
      effect_level: random.pick([1, 2, 2, 3]),
      effect: random.pick(EFFECTS),
    })),
    interviews: some(20, (i) => ({
      ...happened(i, 3),
      interview_id: `it${org_id}-${i + 1}`,
      with_whom: random.pick([1, 1, 2, 3]),
      way: random.pick([1, 1, 2, 3]),
      minutes: random.pick([20, 30, 40]),
      content: `谈到${random.pick(WORRIES)}。${random.pick(WORK)}`,
      conclusion: '两周后再谈一次，请班主任留意。',
    })),
    sandplays: some(9, (i) => ({
      ...happened(i, 7),
      sandplay_id: `sp${org_id}-${i + 1}`,
      session_no: 1 + (i % 4),
      theme: random.pick(['我的家', '远方', '战争与和平', '没有名字']),
      content: `${random.pick(SCENES)}。`,
      meaning: '保护与边界的主题反复出现。',
      restricted: i % 4 === 0,
    })),
    drawings: some(8, (i) => ({
      ...happened(i, 8),
      drawing_id: `dr${org_id}-${i + 1}`,
      topic: random.pick([1, 2, 3, 4]),
      title: random.pick(['我的一天', '雨中的人', '一家人']),
      content: `${random.pick(PICTURES)}。`,
      meaning: '画面里缺少支持，后续关注同伴关系。',
    })),
    custom_interventions: some(6, (i) => ({
      ...happened(i, 9),
      ext: {
        form: random.pick(['music', 'breathing', 'horticulture', 'peer']),
        tension_before: random.int(5, 9),
        tension_after: random.int(1, 5),
        student_words: '比来的时候轻松',
      },
      custom_intervention_id: `cu${org_id}-${i + 1}`,
      title: random.pick(['午间放松', '种植小组', '朋辈陪伴']),
      content: random.pick(WORK),
    })),
    consulting_slots: slots,
    consulting_closures: [
      {
        org_id,
        closure_id: `cl${org_id}-1`,
        created_by: counsellor,
        from_on: dayAfter(today, 20),
        to_on: dayAfter(today, 22),
        reason: '外出培训',
        ext: {},
      },
    ],
    consultations: appointments.map(({ slot, day, isPast }, i) => {
      // The record of the last one is still to be written.
      const isBooked = !isPast || appointments[i + 1]?.isPast === false;
      const status = isBooked ? CONSULTATION.booked : (ENDED_OTHERWISE[i] ?? CONSULTATION.done);
      const made = new Date(Math.min(Date.parse(`${day}T09:00:00+08:00`) - 3 * DAY_MS, now - DAY_MS)).toISOString();
      return {
        ...common(made, i % 3 === 0 ? lead : counsellor),
        consultation_id: `cs${org_id}-${i + 1}`,
        child_id: enrolled[(i + 3) * 61]?.child_id ?? anyone(),
        slot: slotKey(slot.slot_id, day),
        counsellor_id: counsellor,
        start_at: `${day}T${slot.starts}:00+08:00`,
        minutes: slot.minutes,
        place: slot.place,
        status,
        topic: random.pick(WORRIES),
        ...(status === CONSULTATION.done && {
          content: random.pick(WORK),
          effect_level: random.pick([1, 2, 2, 3]),
          effect: random.pick(EFFECTS),
        }),
      };
    }),
    referrals,
    referral_steps: referrals.flatMap(({ referral_id, status, created_at }) =>
      WAY.slice(0, WAY.indexOf(status) + 1).map((step, n) => ({
        org_id,
        referral_id,
        step_no: n + 1,
        step_id: `${referral_id}-${n + 1}`,
        status: step,
        user_id: counsellor,
        at: isoTime(Date.parse(created_at) + n * DAY_MS),
      })),
    ),
    follow_ups: [-6, -1, 0, 2, 9, 25].map((offset, i) => ({
      ...common(ago(8 + i)),
      follow_up_id: `fu${org_id}-${i + 1}`,
      child_id: referrals[i % 3]?.child_id ?? anyone(),
      referral_id: i < 3 ? referrals[i]?.referral_id : undefined,
      due_on: dayAfter(today, offset),
      plan: '电话了解服药和睡眠，约家长面谈。',
      ...(offset === -6 && {
        done_on: dayAfter(today, -5),
        content: '按时复诊，情绪平稳，能完成作业。',
        effect_level: 2,
      }),
    })),
  };
}
