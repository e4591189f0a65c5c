import { readFileSync } from 'node:fs';
import { fireEvent, screen } from '@testing-library/react';
import dayjs from 'dayjs';
import { expect, it, vi } from 'vitest';
import { greetingKey } from '../../../../src/features/home/web/greeting.ts';
import { firstWindow } from '../../../../src/features/screening/web/bureau/window.ts';
import { dayText as chineseDay } from '../../../../src/features/subscription/web/day-text.ts';
import { cell } from '../../../../src/platform/crud/web/list/cell.ts';
import { recordTitle } from '../../../../src/platform/crud/web/record-title.ts';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';
import { clockText, dateText, dayText } from '../../../../src/platform/ui/web/date-text.ts';
import { DatePick, DateRangePick } from '../../../../src/platform/ui/web/fields/DatePickers.tsx';
import { instantOf, schoolTime, schoolToday } from '../../../../src/platform/ui/web/school-time.ts';
import { show } from '../../../support/component.tsx';
import { inForeignZones } from '../../../support/time-zones.ts';

/** Two in the morning of 21 November at the schools; elsewhere it is the day before or late in the evening. */
const AT = '2026-11-20T18:00:00.000Z';
const MOMENT: FieldSchema = { type: 'string', format: 'date-time', title: '时间' };
const DAY: FieldSchema = { type: 'string', format: 'date', title: '日期' };
const consultation = JSON.parse(readFileSync('schemas/entities/consultation.json', 'utf8')) as EntitySchema;
const input = (): HTMLInputElement => screen.getByRole('textbox');

inForeignZones('times', () => {
  it('show as the schools have them', () => {
    expect(dateText(AT)).toBe('2026-11-21 02:00');
    expect(dateText(Date.parse(AT))).toBe('2026-11-21 02:00');
    expect(dayText(AT)).toBe('2026-11-21');
    expect(chineseDay(AT)).toBe('2026年11月21日');
    expect(clockText(Date.parse(AT))).toBe('02:00:00');
    expect(cell(MOMENT, AT)).toBe('2026-11-21 02:00');
    expect(recordTitle(consultation, { start_at: AT }, '编辑', { day: 'M月D日', minute: 'M月D日 HH:mm' })).toBe(
      '编辑 · 11月21日 02:00',
    );
    expect(greetingKey(Date.parse(AT))).toBe('evening');
    expect(greetingKey(Date.parse('2026-11-21T01:00:00Z'))).toBe('morning');
  });

  it('leave days as they are', () => {
    expect([dateText('2026-11-21'), dayText('2026-11-21'), cell(DAY, '2026-11-21')]).toEqual(
      Array.from({ length: 3 }, () => '2026-11-21'),
    );
  });

  it('have the today of the schools, in date pickers too', () => {
    vi.useFakeTimers({ now: Date.parse(AT), toFake: ['Date'] });
    try {
      expect(schoolToday()).toBe('2026-11-21');
      expect(dayjs().tz().format('YYYY-MM-DD HH:mm')).toBe('2026-11-21 02:00');
    } finally {
      vi.useRealTimers();
    }
  });

  it('suggest a window of school hours', () => {
    const plan = { starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-31T16:00:00.000Z' };
    const { from, to } = firstWindow(plan, schoolTime(AT));
    expect([instantOf(from), instantOf(to)]).toEqual(['2026-11-22T00:00:00.000Z', '2026-12-06T12:00:00.000Z']);
    // The end of a plan is midnight at the schools.
    expect(instantOf(firstWindow({ ...plan, ends_at: '2026-11-30T16:00:00.000Z' }, schoolTime(AT)).to)).toBe(
      '2026-11-30T16:00:00.000Z',
    );
  });

  it('are shown and sent by the input of a form as the schools have them', () => {
    const onChange = vi.fn();
    show(<DatePick id="at" field={MOMENT} value={AT} onChange={onChange} />);
    expect(input().value).toBe('2026-11-21 02:00');
    fireEvent.mouseDown(input());
    fireEvent.click(input());
    fireEvent.change(input(), { target: { value: '2026-11-22 09:30' } });
    fireEvent.keyDown(input(), { key: 'Enter', keyCode: 13 });
    expect(onChange).toHaveBeenLastCalledWith('2026-11-22T01:30:00.000Z');
  });

  it('are days in the input of a day and of a range', () => {
    show(<DatePick id="on" field={DAY} value="2026-11-21" onChange={vi.fn()} />);
    expect(input().value).toBe('2026-11-21');
    show(<DateRangePick id="range" field={MOMENT} value={['2026-11-01', '2026-11-21']} onChange={vi.fn()} />);
    expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
      '2026-11-21',
      '2026-11-01',
      '2026-11-21',
    ]);
  });
});
