import type { applications as applicationsZh, stages as zh } from './texts.zh.ts';

export const applications: typeof applicationsZh = {
  others: 'Not opened',
  othersAbout: 'Your administrator asks the service provider for them through the online service.',
  notOpened: 'Not opened',
  noPage: 'Used within other applications',
  otherRole: 'Not for the current role',
};

export const stages: typeof zh = {
  about: 'From trial to renewal: what each stage allows',
  here: 'Current stage',
  ending: 'Expiring',
  endsOn: 'In service until {{day}}',
  endedOn: 'Service ended on {{day}}',
  trial: {
    name: 'Trial',
    text: 'The opened functions can be used and tried. After the trial the data stay when formal service begins.',
  },
  formal: {
    name: 'Formal service',
    text: 'All opened functions can be used. An export reminder is given 30 days before the end.',
  },
  protection: {
    name: 'Protection period',
    text: '7 to 30 days after the end. Only administrator accounts may log in, view and export only.',
  },
  expired: {
    name: 'Expired',
    text: 'Login works, applications show as expired. The data are kept encrypted and restored on renewal.',
  },
  protectedUntil: 'Protection period until {{day}}',
  until: 'until {{day}}',
  products: 'Applications',
  closedTitle: '“{{page}}” has expired',
  closedText:
    'The service has expired and its applications are closed. The data are kept encrypted and come back on renewal; please ask your service provider for a renewal.',
  reminderTitle: 'Before the end',
  reminder:
    'Administrators are reminded at the top of the page from 30 days before the end. Renew in time, or export the archives and reports to keep.',
};
