import type { pages as zh } from '../zh/pages.ts';

export const pages: typeof zh = {
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
