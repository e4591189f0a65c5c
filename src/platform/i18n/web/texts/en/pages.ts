import type { pages as zh } from '../zh/pages.ts';

export const pages: typeof zh = {
  notFound: { title: 'Page not found', text: 'The address may be wrong, or the page has moved.' },
  forbidden: {
    title: 'You may not see this page',
    text: 'As {{role}} of {{org}} you may not open “{{page}}”.',
    reasons: 'What is missing',
    or: ', ',
    identity: 'This page is for {{needs}}.',
    role: 'The role must be one of: {{needs}}. Administrators of your organisation set roles under Staff; if you hold several, you can switch.',
    org_type: 'This page exists only for {{needs}}.',
    edu_level:
      'The level of education must be {{needs}}. If the record is wrong, your administrator asks the service provider to correct it.',
    feature: 'Your organisation has not subscribed to {{needs}}. Your administrator asks the service provider for it.',
    flag: '“{{needs}}” is off for your role. An administrator of your organisation turns it on in the security settings.',
    service: 'The service has ended, and this page with it. Your administrator asks the service provider to renew it.',
  },
  away: {
    title: 'The service cannot be reached',
    text: 'Please check the network and try again. You are still signed in.',
  },
};
