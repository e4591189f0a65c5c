import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    AC_SERVICE_REFUSED: ErrorEntry;
    AC_TOKEN_KEY_INVALID: ErrorEntry;
    AC_TOKEN_KEY_REFUSED: ErrorEntry;
  }
}

export const errors = {
  AC_SERVICE_REFUSED: errorEntry(
    401,
    '系统账号不能使用：编号或密钥不正确，已停用、已过期、负责人已失效，或来源地址不在允许范围内',
  ),
  AC_TOKEN_KEY_INVALID: errorEntry(400, '登录链接已过期、已使用，或不属于本站，请回到原来的系统重新打开', 'own-text'),
  AC_TOKEN_KEY_REFUSED: errorEntry(403, '不能为这个人签发登录令牌', 'own-text'),
} satisfies Partial<ErrorCodes>;
