import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    AC_PASSKEY_INVALID: ErrorEntry;
  }
}

export const errors = {
  AC_PASSKEY_INVALID: errorEntry(
    400,
    '这个通行密钥不能使用：可能已被删除、不属于本站，或等待时间过长。请重试，或换一种方式',
    'own-text',
  ),
} satisfies Partial<ErrorCodes>;
