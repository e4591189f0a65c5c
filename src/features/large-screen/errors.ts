import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_SCREEN_LINK_ENDED: ErrorEntry;
  }
}

export const errors = {
  PSY_SCREEN_LINK_ENDED: errorEntry(403, '投放链接已经失效，请向管理员索取新的链接', 'own-text'),
} satisfies Partial<ErrorCodes>;
