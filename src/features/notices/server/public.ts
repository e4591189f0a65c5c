export { forget, remindOn } from './schedule-reminders.ts';
export { notify, settle } from './notify.ts';
