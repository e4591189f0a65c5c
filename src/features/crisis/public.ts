export { WarnHead } from './contract/warnings.ts';
export { recordHead } from './contract/cases.ts';
export { CASE_STATUS, isLevel, pageOfSource, REFERRAL_CLOSED, VALID_STATUS, WARN_SOURCE } from './rules/crisis.ts';
export { isWorkingTime, type WorkingTime } from './rules/working-time.ts';
export { monthsBetween, quantileOf, startAfter, startOf, yearBefore } from './rules/warn-statistics.ts';
