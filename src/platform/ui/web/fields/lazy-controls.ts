import { lazyControl } from './lazy-control.tsx';

/** Inputs that most lists do not need at first. */
export const NumberControl = lazyControl(async () => (await import('./NumberPick.tsx')).NumberPick);
export const SwitchControl = lazyControl(async () => (await import('./SwitchPick.tsx')).SwitchPick);
export const DateControl = lazyControl(async () => (await import('./DatePickers.tsx')).DatePick);
export const DateRangeControl = lazyControl(async () => (await import('./DatePickers.tsx')).DateRangePick);
export const RowControl = lazyControl(async () => (await import('./RowPick.tsx')).RowPick);
