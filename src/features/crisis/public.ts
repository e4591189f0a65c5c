export { WarnHead, recordHead } from './contract/crisis.ts';
export { CASE_STATUS, REFERRAL_CLOSED, pageOfSource } from './rules/crisis.ts';
export { momentOf } from './rules/working-time.ts';
