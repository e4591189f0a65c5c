import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_REPORT_NOT_READY: ErrorEntry;
  }
}

export const errors = {
  PSY_REPORT_NOT_READY: errorEntry(409, '这份报告还没有结果，不能导出', 'own-text'),
} satisfies Partial<ErrorCodes>;
