import { lazyControl } from './lazy-control.tsx';

/** Inputs that most lists do not need at first. */
export const NumberControl = lazyControl(async () => (await import('./NumberPick.tsx')).NumberPick);
export const SwitchControl = lazyControl(async () => (await import('./SwitchPick.tsx')).SwitchPick);
export const DateControl = lazyControl(async () => (await import('./DatePickers.tsx')).DatePick);
export const DateRangeControl = lazyControl(async () => (await import('./DatePickers.tsx')).DateRangePick);
export const TimeControl = lazyControl(async () => (await import('./TimePickers.tsx')).TimePick);
export const TimeRangeControl = lazyControl(async () => (await import('./TimePickers.tsx')).TimeRangePick);
export const RangeControl = lazyControl(async () => (await import('./RangePick.tsx')).RangePick);
export const RatingControl = lazyControl(async () => (await import('./RatingPick.tsx')).RatingPick);
export const RowsControl = lazyControl(async () => (await import('./RowPick.tsx')).RowsPick);
export const GroupControl = lazyControl(async () => (await import('./GroupPick.tsx')).GroupPick);
export const RowControl = lazyControl(async () => (await import('./RowPick.tsx')).RowPick);
