import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_SHARED_ACCOUNT: ErrorEntry;
  }
}

export const errors = {
  PSY_SHARED_ACCOUNT: errorEntry(409, '这个账号不是本单位建立的，密码由本人修改'),
} satisfies Partial<ErrorCodes>;
