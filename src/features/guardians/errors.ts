import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_CONSENT_MISSING: ErrorEntry;
  }
}

export const errors = {
  PSY_CONSENT_MISSING: errorEntry(409, '未满 14 周岁的学生还没有监护人同意的记录，不能保存作答', 'own-text'),
} satisfies Partial<ErrorCodes>;
