import { errorEntry } from '../errors/catalogue.ts';

declare module '../errors/catalogue.ts' {
  interface ErrorCodes {
    AC_THIRD_CODE_INVALID: ErrorEntry;
    AC_THIRD_STATE_INVALID: ErrorEntry;
    AC_THIRD_NOT_OPENED: ErrorEntry;
  }
}

export const errors = {
  AC_THIRD_CODE_INVALID: errorEntry(400, '授权已失效或已经使用过，请重新发起登录'),
  AC_THIRD_STATE_INVALID: errorEntry(400, '登录请求已过期，或不是在这个浏览器里发起的，请重新发起登录'),
  AC_THIRD_NOT_OPENED: errorEntry(503, '这种登录方式尚未开通，请用其他方式登录'),
};
