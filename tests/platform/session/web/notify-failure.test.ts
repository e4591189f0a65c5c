import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorCatalogue, errorOf } from '../../../../src/platform/errors/catalogue.ts';
import { ApiError, type ApiErrorParts } from '../../../../src/platform/http/web/api-error.ts';
import {
  notifyFailure,
  provideFailureHandlers,
  type FailureHandlers,
} from '../../../../src/platform/session/web/notify-failure.ts';
import '../../../support/web-features.ts';

const surface = {
  error: vi.fn<FailureHandlers['error']>(),
  warning: vi.fn<FailureHandlers['warning']>(),
  sessionEnded: vi.fn<FailureHandlers['sessionEnded']>(),
  resetVerification: vi.fn<FailureHandlers['resetVerification']>(),
  askNewPassword: vi.fn<FailureHandlers['askNewPassword']>(),
  reloadRights: vi.fn<FailureHandlers['reloadRights']>(),
};

afterEach(() => vi.clearAllMocks());

/** The effects of a failure: the name of the handler with its text. */
function shown(parts: Partial<ApiErrorParts> | Error): string[] {
  const takeBack = provideFailureHandlers(surface);
  notifyFailure(parts instanceof Error ? parts : new ApiError({ code: 'X', status: 400, message: '', ...parts }));
  takeBack();
  return Object.entries(surface).flatMap(([name, method]) =>
    method.mock.calls.map((args: unknown[]) => [name, ...args].join(' ')),
  );
}

describe('the error catalogue', () => {
  it('asks for a new password in place of an initial one', () => {
    expect(shown({ code: 'PSY_PASSWORD_INITIAL', status: 403, message: 'x' })).toEqual(['askNewPassword']);
  });

  it('shows 网络错误！ for the network', () => {
    expect(shown({ code: 'NETWORK_ERROR', status: 0 })).toEqual(['error 网络错误！']);
  });

  it('shows 请求超时！ for a request that took 60 s', () => {
    expect(shown({ code: 'REQUEST_TIMEOUT', status: 0 })).toEqual(['error 请求超时！']);
  });

  it.each(['AC_AUTH_INVALID_TOKEN', 'AC_AUTH_TOKEN_EXPIRED', 'AUTH_INVALID_TOKEN'])(
    'ends the session for %s',
    (code) => {
      expect(shown({ code, status: 401, message: 'x' })).toEqual([
        'sessionEnded 登录已过期或账号已在其他地方登录，请重新登录',
      ]);
    },
  );

  it.each(['AC_ACCOUNT_NOT_EXIST', 'AC_WRONG_PASSWORD', 'AC_ACCOUNT_UN_ENABLE'])(
    'shows 账号或密码错误 for %s, whatever the server message',
    (code) => {
      expect(shown({ code, status: 401, message: '没有这个账号' })).toEqual(['error 账号或密码错误']);
    },
  );

  it('shows the server message for another 401', () => {
    expect(shown({ code: 'AC_AUTH_INVALID_SIGNATURE', status: 401, message: '请求签名不正确' })).toEqual([
      'error 请求签名不正确',
    ]);
  });

  it('shows the server message for a 400', () => {
    expect(shown({ code: 'PSY_INVALID_INPUT', status: 400, message: '提交的内容有误' })).toEqual([
      'error 提交的内容有误',
    ]);
  });

  it.each(['AC_THIRD_ACCOUNT_NOT_EXIST', 'AC_IDENTIFY_CODE_REQUIRED'])('shows nothing for %s', (code) => {
    expect(shown({ code, status: 400, message: 'x' })).toEqual([]);
  });

  it('shows 权限不足 for a 403, whatever the server message, and reloads the rights', () => {
    expect(shown({ code: 'AC_FORBIDDEN', status: 403, message: 'x' })).toEqual(['error 权限不足', 'reloadRights']);
  });

  it('shows the reason for a row out of scope, and reloads the rights', () => {
    const { status, text } = errorOf('PSY_OUT_OF_REACH');
    expect(shown({ code: 'PSY_OUT_OF_REACH', status, message: text })).toEqual([
      'error 权限不足：内容不存在，或不在您的管理范围内',
      'reloadRights',
    ]);
  });

  it('warns 正在努力加载中... for a 500', () => {
    expect(shown({ code: 'PSY_INTERNAL', status: 500, message: 'x' })).toEqual(['warning 正在努力加载中...']);
  });

  it.each([404, 409, 429, 503])('shows the server message for a %i', (status) => {
    expect(shown({ code: 'PSY_X', status, message: '内容不存在' })).toEqual(['error 内容不存在']);
  });

  it('shows 未知错误 without a server message', () => {
    expect(shown({ code: 'PSY_X', status: 418 })).toEqual(['error 未知错误']);
  });

  it('shows 未知错误 for an error that is no failed call', () => {
    expect(shown(new TypeError('x is not a function'))).toEqual(['error 未知错误']);
  });

  it('resets secondary verification for PSY_INVALID_SECONDARY_TOKEN', () => {
    expect(shown({ code: 'PSY_INVALID_SECONDARY_TOKEN', status: 403, message: 'x' })).toEqual(['resetVerification']);
  });

  it('shows the server message for AC_NONCE_INVALID after its retries', () => {
    expect(shown({ code: 'AC_NONCE_INVALID', status: 401, message: '请求已失效，请重试' })).toEqual([
      'error 请求已失效，请重试',
    ]);
  });

  it('shows nothing for SHOW_VERIFY_CODE, which the login page handles', () => {
    expect(shown({ code: 'SHOW_VERIFY_CODE', status: 401, message: 'x' })).toEqual([]);
  });

  it('shows nothing for a cancelled request', () => {
    expect(shown({ code: 'REQUEST_CANCELLED', status: 0 })).toEqual([]);
  });

  it('shows nothing for a request with the no-message flag and for downloads', () => {
    expect([
      shown({ status: 500, quiet: true }),
      shown({ status: 404, message: 'x', quiet: true }),
      shown({ code: 'NETWORK_ERROR', status: 0, quiet: true }),
    ]).toEqual([[], [], []]);
  });

  it('ends the session and resets verification even for a request with the no-message flag', () => {
    expect(shown({ code: 'AC_AUTH_INVALID_TOKEN', status: 401, quiet: true })).toHaveLength(1);
    vi.clearAllMocks();
    expect(shown({ code: 'PSY_INVALID_SECONDARY_TOKEN', status: 403, quiet: true })).toEqual(['resetVerification']);
  });

  it.each([...errorCatalogue()])('shows no code and nothing empty for %s', (code, { status, text }) => {
    for (const line of shown({ code, status, message: text })) expect(line).not.toMatch(/[A-Z]{2,}_|^\w+ $/);
  });
});
