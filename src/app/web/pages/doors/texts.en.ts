import type { doors as zh } from './texts.zh.ts';

export const doors: typeof zh = {
  oldBrowser: 'Your browser is too old',
  oldBrowserText:
    'To protect students’ data this browser is no longer supported. Please use Chrome or Edge 116, Firefox 124 or Safari 17.4, or a later version.',
  proxy: 'This link cannot be opened',
  proxyText: 'The link leads to no page of this portal, so it was not followed. Start from the portal home instead.',
};
