import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_OWN_ACCOUNT: ErrorEntry;
    PSY_LAST_ADMINISTRATOR: ErrorEntry;
  }
}

export const errors = {
  PSY_OWN_ACCOUNT: errorEntry(409, '不能停用、删除自己的账号'),
  PSY_LAST_ADMINISTRATOR: errorEntry(409, '至少要保留一位超级管理员，请先指定另一位'),
} satisfies Partial<ErrorCodes>;
