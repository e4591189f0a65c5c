import type * as zh from './pages.zh.ts';

export const page: typeof zh.page = {
  ownSignIn: { title: 'Ways to sign in', about: 'Single sign-on and WeCom of this organisation' },
};
