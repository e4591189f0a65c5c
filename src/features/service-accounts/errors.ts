import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    AC_SERVICE_REFUSED: ErrorEntry;
  }
}

export const errors = {
  AC_SERVICE_REFUSED: errorEntry(401, '系统账号不能使用：编号或密钥不正确，已停用、已过期，或来源地址不在允许范围内'),
} satisfies Partial<ErrorCodes>;
