import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  webhooks: { title: 'Webhooks', about: 'Tells other systems what happened: addresses, events and deliveries' },
};
