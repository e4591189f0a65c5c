import { errorEntry } from '../../platform/errors/catalogue.ts';
import { errors as outside } from '../../platform/outside-identity/errors.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    AC_THIRD_ACCOUNT_NOT_EXIST: ErrorEntry;
  }
}

export const errors = {
  ...outside,
  AC_THIRD_ACCOUNT_NOT_EXIST: errorEntry(400, '第三方账号尚未绑定', 'silent'),
};
