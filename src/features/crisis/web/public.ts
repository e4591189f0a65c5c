export { openCrisisReport, openVerification } from './crisis-dialogs.ts';
