export { child } from './contract.ts';
export { CONSENT_AGE, consentState } from './rules/consent-age.ts';
export { historyOf } from './rules/enrolment-history.ts';
export { STUDY, isAtSchool } from './rules/study-status.ts';
