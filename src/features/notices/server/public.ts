export { forget, remindOn } from './schedule-reminders.ts';
export { notify, readAbout, retract, settle } from './notify.ts';
