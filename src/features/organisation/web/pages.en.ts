import type * as zh from './pages.zh.ts';

export const page: typeof zh.page = {
  orgManage: { title: 'Organisation', about: 'Students, classes, guardians and structure' },
  school: { title: 'Schools', about: 'The schools of the institution, and the way into them' },
};

export const menuGroup: typeof zh.menuGroup = { org: 'School and organisation' };
