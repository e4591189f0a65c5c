/**
 * What the browser does with a failure (`spec §8`): `sign-out` alerts and goes to the login page, `retry` signs again
 * with a fresh nonce, `silent` leaves it to the caller, `verify` resets secondary verification, `new-password` asks for
 * a new password, `busy` warns, `toast` shows the text that its status asks for, `own-text` always its own.
 */
export type Reaction = 'toast' | 'own-text' | 'busy' | 'silent' | 'retry' | 'sign-out' | 'verify' | 'new-password';

export interface ErrorEntry {
  status: number;
  text: string;
  reaction: Reaction;
}

export const errorEntry = (status: number, text: string, reaction: Reaction = 'toast'): ErrorEntry => ({
  status,
  text,
  reaction,
});

const SESSION_ENDED = '登录已过期或账号已在其他地方登录，请重新登录';
const WRONG_PASSWORD = '账号或密码错误';

/** The error codes that know no feature, with HTTP status, Chinese text and client reaction (`spec §8`, `api.md`). */
const common = {
  AC_AUTH_INVALID_TOKEN: errorEntry(401, SESSION_ENDED, 'sign-out'),
  AC_AUTH_TOKEN_EXPIRED: errorEntry(401, SESSION_ENDED, 'sign-out'),
  AUTH_INVALID_TOKEN: errorEntry(401, SESSION_ENDED, 'sign-out'),
  AC_AUTH_INVALID_SIGNATURE: errorEntry(401, '请求签名不正确，请刷新页面后重试'),
  AC_NONCE_INVALID: errorEntry(401, '请求已失效，请重试', 'retry'),
  AC_ACCOUNT_NOT_EXIST: errorEntry(401, WRONG_PASSWORD),
  AC_WRONG_PASSWORD: errorEntry(401, WRONG_PASSWORD),
  AC_ACCOUNT_UN_ENABLE: errorEntry(401, WRONG_PASSWORD),
  SHOW_VERIFY_CODE: errorEntry(401, '请输入图形验证码', 'silent'),
  AC_IDENTIFY_CODE_REQUIRED: errorEntry(400, '请输入图形验证码', 'silent'),
  AC_IDENTIFY_CODE_WRONG: errorEntry(400, '图形验证码不正确或已过期'),
  AC_ACCOUNT_LOCKED: errorEntry(429, '密码错误次数过多，请 15 分钟后再试'),
  AC_TOO_MANY_REQUESTS: errorEntry(429, '操作过于频繁，请稍后再试'),
  AC_ORG_ROLE_FORBIDDEN: errorEntry(403, '您在该组织没有这个角色'),
  AC_FORBIDDEN: errorEntry(403, '权限不足'),
  PSY_ORG_SUSPENDED: errorEntry(
    403,
    '本单位的服务已由平台暂停，恢复前不能登录和使用；内容都还在，请联系平台的服务方',
    'own-text',
  ),
  PSY_SERVICE_ACCOUNT_ENDED: errorEntry(
    403,
    '系统账号已停用或已过期，或负责人已失效，请联系本单位的管理员',
    'own-text',
  ),
  PSY_OUT_OF_REACH: errorEntry(403, '权限不足：内容不存在，或不在您的管理范围内', 'own-text'),
  PSY_PASSWORD_INITIAL: errorEntry(403, '请先把初始密码改为自己的密码', 'new-password'),
  PSY_PASSWORD_NO_PROOF: errorEntry(
    403,
    '初始密码不能用来验证身份：请先用账号密码登录一次，改为自己的密码；也可以改用短信验证码',
    'own-text',
  ),
  PSY_ACCOUNT_CLOSED_HERE: errorEntry(
    403,
    '您是由单位的登录方式登录的，只能在这个单位内工作。要管理整个账号，请退出后用账号密码或短信登录',
    'own-text',
  ),
  PSY_INVALID_SECONDARY_TOKEN: errorEntry(403, '请先完成身份验证', 'verify'),
  PSY_AUTHENTICATOR_REQUIRED: errorEntry(403, '您的角色需要用动态口令验证身份', 'own-text'),
  PSY_SERVICE_PROTECTED: errorEntry(403, '服务已到期，保护期内只有管理员可以查看和导出', 'own-text'),
  PSY_SERVICE_EXPIRED: errorEntry(403, '服务已到期，续期后恢复使用', 'own-text'),
  PSY_INVALID_INPUT: errorEntry(400, '提交的内容有误，请检查后重试'),
  PSY_MALFORMED_BODY: errorEntry(400, '请求内容无法解析'),
  PSY_UNSUPPORTED_MEDIA_TYPE: errorEntry(415, '不支持的内容类型'),
  PSY_BODY_TOO_LARGE: errorEntry(413, '提交的内容过大'),
  PSY_HEADERS_TOO_LARGE: errorEntry(431, '请求头过大'),
  PSY_NOT_FOUND: errorEntry(404, '内容不存在或已被删除'),
  PSY_WRONG_HOST: errorEntry(
    421,
    '平台不在这个域名或地址下提供服务，请使用学校公布的网址；运维人员可以在允许的域名设置中加入它',
    'own-text',
  ),
  PSY_METHOD_NOT_ALLOWED: errorEntry(405, '不支持的请求方法'),
  PSY_CONFLICT: errorEntry(409, '内容已被他人修改，请刷新后重试'),
  PSY_NOT_EMPTY: errorEntry(409, '其中还有内容，不能删除'),
  PSY_REQUEST_TIMEOUT: errorEntry(408, '请求超时'),
  PSY_STORAGE_FULL: errorEntry(503, '服务器的存储空间已满，这次操作没有保存，请联系管理员', 'own-text'),
  PSY_UNAVAILABLE: errorEntry(503, '服务暂时不可用，请稍后重试'),
  PSY_AUDIT_UNAVAILABLE: errorEntry(503, '操作记录暂时无法写入，这次操作没有进行，请稍后重试'),
  PSY_INTERNAL: errorEntry(500, '服务出现异常', 'busy'),
} as const satisfies Record<string, ErrorEntry>;

/** All error codes. A feature adds its own by `declare module` and registers them with `errors`. */
export interface ErrorCodes extends Readonly<Record<keyof typeof common, ErrorEntry>> {}

export type ErrorCode = keyof ErrorCodes;

const registered = new Map<string, ErrorEntry>(Object.entries(common));

/**
 * Adds the codes of features. Called once at the start of each end.
 *
 * @throws Error when two bring the same code
 */
export function registerErrors(features: readonly { errors?: Partial<ErrorCodes> }[]): void {
  for (const { errors = {} } of features)
    for (const [code, entry] of Object.entries(errors)) {
      if ((registered.get(code) ?? entry) !== entry) throw new Error(`the error code ${code} is brought twice`);
      registered.set(code, entry);
    }
}

/** All registered codes with their entries. */
export const errorCatalogue = (): ReadonlyMap<string, ErrorEntry> => registered;

/** @throws Error when no registered feature brings the code */
export function errorOf(code: ErrorCode): ErrorEntry {
  const entry = registered.get(code);
  if (!entry) throw new Error(`no registered feature brings the error code ${code}`);
  return entry;
}

/** What the browser does with a failure of this code; undefined for a code that it does not know. */
export const reactionTo = (code: string): Reaction | undefined => registered.get(code)?.reaction;

/** Whether a code means that a row does not exist or is outside the role's scope; the code does not distinguish the two. */
export const isAbsence = (code: string): boolean => code === 'PSY_NOT_FOUND' || code === 'PSY_OUT_OF_REACH';
