import type { pages as zh } from '../zh/pages.ts';

export const pages: typeof zh = {
  home: {
    morning: 'Good morning, {{name}}',
    noon: 'Good day, {{name}}',
    afternoon: 'Good afternoon, {{name}}',
    evening: 'Good evening, {{name}}',
    as: 'You are working as {{role}}',
    nothing: 'Your current role may not open any page yet. Ask the administrator of your school.',
    othersLater: 'What students and parents can do here is under construction.',
  },
  account: {
    about: 'Your personal information and ways to sign in',
    sex: 'Sex',
    identity: 'Identity',
    unknown: 'Not filled in',
  },
  stages: {
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
  },
  public: {
    invitation: 'Registration by invitation',
    groupInvitation: 'Registration by group invitation',
    wechatLogin: 'WeChat sign-in',
    wechatUnlogin: 'WeChat unbinding',
    qqLogin: 'QQ sign-in',
    qqUnlogin: 'QQ unbinding',
    wworkQrLogin: 'WeCom sign-in by QR code',
    wworkLogin: 'WeCom sign-in',
    proxy: 'Sign-in redirect',
    messageRouter: 'Message redirect',
  },
  notOpen: {
    title: '{{name}} is not open yet',
    text: 'This is not open yet. Sign in with account and password, or ask the administrator of your school.',
    invitation: 'This is not open yet. Ask the administrator of your school for an account.',
    messageRouter: 'This is not open yet. Sign in and look in the portal.',
  },
  log: {
    detail: 'Details',
    changes: 'What changed',
    field: 'Field',
    before: 'Before',
    after: 'After',
    nothing: 'There is nothing to show of what changed.',
  },
  year: {
    makeCurrent: 'Make current',
    makeCurrentOf: 'Make {{year}} the current year',
    makeCurrentText:
      'The whole school will be shown {{year}}. Classes and students do not move; use “Move up” when a new year begins.',
    current: 'The current year is now {{year}}',
    rollOver: 'Move up',
    rollOverTo: 'Move up to {{year}}',
    rollOverVerb: 'Move up to {{year}}',
    rollOverText:
      'The school moves from {{from}} to {{to}}: classes go up a grade, the last grades graduate, class teachers go with their class. It happens at once and cannot be undone.',
    previewAgain: 'Preview again',
    promoted: 'promoted',
    graduated: 'graduate',
    newClasses: 'new classes',
    keepBack: 'kept back',
    early: 'graduate early',
    suspended: '{{count}} suspended students stay with their old class until they resume.',
    exceptions: 'Students who do not go with their class',
    exceptionsText:
      'Students who repeat a grade join a class of that grade in the new year, or no class if there is none yet.',
    chooseClass: 'Please choose a class',
    chooseStudent: 'Please choose a student',
    class: 'Class',
    student: 'Student',
    students: 'Students',
    goesTo: 'New year',
    moves: 'Where each class goes',
    graduates: 'Graduates',
    joins: 'joins the class that is there',
    acts: { keep_back: 'Kept back', graduate: 'Graduates early' },
    actOf: 'What becomes of {{name}}',
    removeException: 'Remove {{name}}',
    rolled: 'Moved up to {{year}}: {{promoted}} promoted, {{graduated}} graduated, {{kept}} kept back',
    rolledWithout:
      'Moved up to {{year}}: {{promoted}} promoted, {{graduated}} graduated, {{kept}} kept back, {{without}} of them without a class',
  },
  school: {
    enter: 'Enter',
    enterOf: 'Enter {{school}}',
    enterText:
      'You will be in {{school}} as {{role}}, for 12 hours at most. Start and end of the visit are logged in both organisations, your actions in the log of the school.',
  },
  coming: { title: '{{name}}', text: 'This page is under construction', back: 'To the portal home' },
  notFound: { title: 'Page not found', text: 'The address may be wrong, or the page has moved.' },
  forbidden: {
    title: 'You may not see this page',
    text: 'As {{role}} of {{org}} you may not open “{{page}}”. Ask the administrator of your school, or switch to another role.',
  },
  oldBrowser: {
    title: 'Your browser is too old',
    text: 'To protect students’ data this browser is no longer supported. Please use a recent Chrome, Edge, Firefox or Safari.',
  },
  away: {
    title: 'The service cannot be reached',
    text: 'Please check the network and try again. You are still signed in.',
  },
};
