import type { pages as zh } from '../zh/pages.ts';

export const pages: typeof zh = {
  coming: { title: '{{name}}', text: 'This page is under construction', back: 'To the portal home' },
  notFound: { title: 'Page not found', text: 'The address may be wrong, or the page has moved.' },
  forbidden: {
    title: 'You may not see this page',
    text: 'As {{role}} of {{org}} you may not open “{{page}}”. Ask the administrator of your school, or switch to another role.',
  },
  away: {
    title: 'The service cannot be reached',
    text: 'Please check the network and try again. You are still signed in.',
  },
};
