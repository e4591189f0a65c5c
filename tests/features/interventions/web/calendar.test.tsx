import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { beforeEach, describe, expect, it } from 'vitest';
import consultationJson from '../../../../schemas/entities/consultation.json' with { type: 'json' };
import studentJson from '../../../../schemas/entities/student.json' with { type: 'json' };
import {
  bookTimes,
  checkTimes,
  consultationCalendar,
  moveConsultation,
  todayList,
  type CalendarItem,
} from '../../../../src/features/interventions/contract/calendar.ts';
import { endConsultation } from '../../../../src/features/interventions/contract/records.ts';
import { CalendarPage } from '../../../../src/features/interventions/web/calendar/CalendarPage.tsx';
import '../../../../src/platform/ui/web/fields/RowPick.tsx';
import { instantOf, schoolNow } from '../../../../src/platform/ui/web/school-time.ts';
import { aPortal, entityOf, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const consultation = entityOf(schemaOf(consultationJson));
const student = entityOf(schemaOf(studentJson));
const MAY = {
  'intervention/consultation': ['open', 'create', 'update'],
  'org-manage/student': ['open'],
  today: ['open'],
};

// The tests run in UTC: a day and an hour of the school, eight hours ahead.
const tomorrow = schoolNow().add(1, 'day').startOf('day').hour(10);
const item = (id: string, more: Partial<CalendarItem> = {}): CalendarItem => ({
  consultation_id: id,
  child_id: `c-${id}`,
  child_name: `学生${id}`,
  start_at: instantOf(tomorrow),
  minutes: 50,
  counsellor_id: 'u1',
  counsellor_name: '陈静',
  status: 1,
  own_booked: false,
  ...more,
});
const slot = {
  slot: 's1@2026-11-25',
  start_at: instantOf(tomorrow.hour(15)),
  minutes: 40,
  counsellor_id: 'u1',
  counsellor_name: '陈静',
};
const people = [
  { user_id: 'u2', name: '周敏' },
  { user_id: 'u1', name: '陈静' },
];
const visit = (
  items: CalendarItem[],
  { may = MAY, more = '', who = 'all' }: { may?: Record<string, string[]>; more?: string; who?: string } = {},
) => {
  portal.answer(consultationCalendar, { items, free: [slot], closures: [], people });
  return show(<CalendarPage acts={null} />, {
    may,
    schemas: { consultation: consultation.schema, student: student.schema },
    path: '/intervention/consultation',
    at: `/intervention/consultation?view=calendar&who=${who}&span=day&on=${tomorrow.format('YYYY-MM-DD')}${more}`,
  });
};

beforeEach(() => portal.answer(todayList, { consultations: [], follow_ups: [] }));

describe('the calendar of consultations', () => {
  it('names student, state and counsellor of each, marks what students booked, and has free hours', async () => {
    visit([
      item('甲'),
      item('乙', { status: 2, own_booked: true }),
      item('丙', { status: 3 }),
      item('丁', { status: 4, series_id: 'x' }),
    ]);
    expect(await screen.findByRole('button', { name: /学生甲，已预约，.+10:00–10:50，陈静$/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /学生乙，已完成，.+，学生自行预约/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /学生丙，已取消/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /学生丁，未到，.+，重复的预约/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^预约 .+15:00–15:40，陈静老师的可预约时段/ })).toBeEnabled();
  });

  it('asks for whole weeks, and shows one counsellor or all', async () => {
    const { user } = visit([item('甲'), item('乙', { counsellor_id: 'u2', counsellor_name: '周敏' })], {
      more: '&span=month',
    });
    await screen.findByRole('button', { name: /学生甲/ });
    await user.click(screen.getByText('月'));
    await waitFor(() => {
      const { from, to } = portal.requests(consultationCalendar).at(-1)?.query ?? {};
      expect([dayjs(String(from)).day(), dayjs(String(to)).day()]).toEqual([1, 0]);
    });
    await user.click(screen.getByRole('combobox', { name: '咨询师' }));
    await user.click(await screen.findByTitle('周敏'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /学生甲/ })).toBeNull());
    expect(screen.getByRole('button', { name: /学生乙/ })).toBeVisible();
  });

  it('moves by keyboard, with the time that was seen, and says what is in the way', async () => {
    portal.answer(moveConsultation, refusal('PSY_CONFLICT', { status: 409, message: '陈静老师 10:00 已有一次咨询' }));
    const { user } = visit([item('甲', { series_id: 'x' })]);
    (await screen.findByRole('button', { name: /学生甲/ })).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: named('调整时间') }));
    const sheet = within(await screen.findByRole('dialog'));
    const minutes = sheet.getByRole('spinbutton');
    await user.clear(minutes);
    await user.type(minutes, '30');
    await user.click(sheet.getByText('本次及以后各次'));
    await user.click(sheet.getByRole('button', { name: '调整到此时间' }));
    expect(await sheet.findByText(/已有一次咨询/)).toBeVisible();
    const at = instantOf(tomorrow);
    expect(portal.requests(moveConsultation)[0]?.body).toEqual({
      from: at,
      start_at: at,
      minutes: 30,
      following: true,
    });
  });

  it('asks before a dragged appointment moves, and sends where it was dropped', async () => {
    portal.answer(moveConsultation, { consultation_ids: ['甲'], places: ['咨询室 7'] });
    const { user } = visit([item('甲')]);
    const held = await screen.findByRole('button', { name: /学生甲/ });
    expect(held).toHaveAttribute('draggable', 'true');
    const send = (target: Element, name: 'dragStart' | 'drop', clientY: number) => {
      const event = createEvent[name](target);
      Object.defineProperties(event, { clientY: { value: clientY }, dataTransfer: { value: { effectAllowed: '' } } });
      fireEvent(target, event);
    };
    send(held, 'dragStart', 120);
    send(held.parentElement!, 'drop', 240);
    const sheet = within(await screen.findByRole('dialog'));
    expect(portal.requests(moveConsultation)).toEqual([]);
    await user.click(sheet.getByRole('button', { name: '调整到此时间' }));
    await waitFor(() =>
      expect(portal.requests(moveConsultation)[0]?.body).toMatchObject({
        start_at: instantOf(tomorrow.add(2, 'hour')),
      }),
    );
    // The length was not changed: each of a series keeps its own.
    expect(portal.requests(moveConsultation)[0]?.body).not.toHaveProperty('minutes');
    expect(await screen.findByText('时间已调整，地点随可预约时段改为：咨询室 7')).toBeVisible();
  });

  it('shows and sends the school’s time in a browser of another zone', async () => {
    expect(new Date().getTimezoneOffset()).not.toBe(-480);
    visit([item('甲', { start_at: `${tomorrow.format('YYYY-MM-DD')}T00:30:00Z` })]);
    const shown = await screen.findByRole('button', { name: /学生甲，.+ 08:30–09:20/ });
    // The column begins at eight o'clock.
    expect(shown).toHaveStyle({ top: '30px' });
  });

  it('leaves the hour of a cancelled appointment to be booked again', async () => {
    portal.answer(student.calls.list, { total: 0, items: [] });
    const { user } = visit([
      item('甲', { status: 3, start_at: slot.start_at, minutes: 40 }),
      item('乙', { status: 3 }),
    ]);
    const cancelled = await screen.findByRole('button', { name: /学生甲，已取消/ });
    const free = screen.getByRole('button', { name: /的可预约时段/ });
    expect(cancelled).toHaveStyle({ width: '22px', right: '0px' });
    expect(free).toHaveStyle({ width: 'calc((100% - 24px) / 1 - 2px)' });
    await user.click(free);
    expect(await screen.findByRole('dialog', { name: /预约咨询/ })).toHaveTextContent('陈静老师的可预约时段');
  });

  it('names the counsellor of a booking that begins in a colleague’s calendar, and sends it', async () => {
    portal.answer(student.calls.list, {
      total: 1,
      items: [{ child_id: 'k1', child_name: '赵一', updated_at: instantOf(tomorrow) }],
    });
    portal.answer(checkTimes, ({ body }) => {
      const { starts } = body as { starts: string[] };
      return { total: 1, items: starts.map((start_at) => ({ start_at })) };
    });
    portal.answer(bookTimes, { consultation_ids: ['a'] });
    const { user } = visit([], { who: 'u2' });
    await user.click(await screen.findByRole('button', { name: '预约咨询' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByText('周敏')).toBeVisible();
    expect(sheet.getByText('其他教师只能预约其可预约的时段。')).toBeVisible();
    await user.click(sheet.getByRole('combobox', { name: /学生/ }));
    await user.click(await screen.findByText('赵一'));
    const save = sheet.getByRole('button', { name: /^预约 \d+ 次$/ });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() => expect(portal.requests(bookTimes)[0]?.body).toMatchObject({ counsellor_id: 'u2' }));
  });

  it('cancels one or the rest of a series', async () => {
    portal.answer(endConsultation, { consultation_id: '甲', status: 3 });
    const { user } = visit([item('甲', { series_id: 'x' })]);
    await user.click(await screen.findByRole('button', { name: /学生甲/ }));
    await user.click(await screen.findByRole('button', { name: '取消预约' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.click(sheet.getByText('本次及以后各次'));
    await user.click(sheet.getByRole('button', { name: '取消预约' }));
    await waitFor(() =>
      expect(portal.requests(endConsultation).map(({ body }) => body)).toEqual([
        { from: instantOf(tomorrow), status: 3, following: true },
      ]),
    );
  });

  it('lists what is in the way of a series before it is booked, and leaves out dates by hand', async () => {
    portal.answer(student.calls.list, {
      total: 1,
      items: [{ child_id: 'k1', child_name: '赵一', updated_at: tomorrow.toISOString() }],
    });
    portal.answer(checkTimes, ({ body }) => {
      const { starts } = body as { starts: string[] };
      const items = starts.map((start_at, i) => ({ start_at, ...(i === 1 && { problem: '陈静老师已有一次咨询' }) }));
      return { total: items.length, items };
    });
    portal.answer(bookTimes, { consultation_ids: ['a', 'b'] });
    const { user } = visit([]);
    await user.click(await screen.findByRole('button', { name: /的可预约时段/ }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.click(sheet.getByRole('combobox', { name: /学生/ }));
    await user.click(await screen.findByText('赵一'));
    await user.click(sheet.getByText('每周'));
    expect(await sheet.findByText('陈静老师已有一次咨询')).toBeVisible();
    const save = sheet.getByRole('button', { name: /^预约 \d+ 次$/ });
    expect(save).toBeDisabled();
    const boxes = sheet.getAllByRole('checkbox');
    await user.click(boxes[1]!);
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await screen.findByText(/^已预约 \d+ 次$/);
    const [sent] = portal.requests(bookTimes);
    const { starts, counsellor_id } = (sent?.body ?? {}) as { starts: string[]; counsellor_id: string };
    expect([starts.length, counsellor_id]).toEqual([boxes.length - 1, 'u1']);
    expect(dayjs(starts[1]).diff(dayjs(starts[0]), 'day')).toBe(14);
  });

  it('lets a reader open an appointment and nothing else', async () => {
    const { user } = visit([item('甲')], { may: { 'intervention/consultation': ['open'] } });
    const own = await screen.findByRole('button', { name: /学生甲/ });
    expect(own).not.toHaveAttribute('draggable', 'true');
    expect(screen.queryByRole('button', { name: '预约咨询' })).toBeNull();
    expect(screen.getByRole('button', { name: /的可预约时段/ })).toBeDisabled();
    await user.click(own);
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByRole('link', { name: '打开记录' })).toHaveAttribute('href', expect.stringContaining('show='));
    expect(sheet.queryByRole('button', { name: named('调整时间') })).toBeNull();
  });

  it('offers a retry when it cannot be loaded', async () => {
    const { user } = visit([]);
    portal.answer(consultationCalendar, refusal('PSY_UNKNOWN', { status: 500 }));
    await user.click(await screen.findByRole('button', { name: '后一天' }));
    const again = await screen.findByRole('button', { name: named('重试') });
    portal.answer(consultationCalendar, { items: [item('甲')], free: [], closures: [], people });
    await user.click(again);
    await waitFor(() => expect(screen.queryByRole('button', { name: named('重试') })).toBeNull());
  });
});

describe('what one has today', () => {
  it('opens a consultation and a follow-up with one click', async () => {
    portal.answer(todayList, {
      consultations: [item('甲', { start_at: dayjs().add(5, 'minute').toISOString() })],
      follow_ups: [
        { follow_up_id: 'f1', child_id: 'k', child_name: '钱二', due_on: '2026-11-20', due_state: 'overdue' },
      ],
    });
    const { user } = visit([]);
    const list = within(await screen.findByRole('region', { name: /我今天的安排/ }));
    expect(list.getByRole('link', { name: /随访 钱二.*已过期/ })).toHaveAttribute(
      'href',
      '/intervention/follow-up?show=f1',
    );
    await user.click(list.getByRole('button', { name: /学生甲/ }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('学生甲的咨询');
  });
});
