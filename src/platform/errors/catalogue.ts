/**
 * What the browser does with a failure (`spec §8`): `sign-out` alerts and goes to the login page, `retry` signs again
 * with a fresh nonce, `silent` leaves it to the caller, `verify` resets secondary verification, `busy` warns, `toast`
 * shows the text that its status asks for, `own-text` always its own.
 */
export type Reaction = 'toast' | 'own-text' | 'busy' | 'silent' | 'retry' | 'sign-out' | 'verify';

export interface ErrorEntry {
  status: number;
  text: string;
  reaction: Reaction;
}

const entry = (status: number, text: string, reaction: Reaction = 'toast'): ErrorEntry => ({ status, text, reaction });

const SESSION_ENDED = '登录已过期或账号已在其他地方登录，请重新登录';
const WRONG_PASSWORD = '账号或密码错误';

/** All error codes with HTTP status, Chinese text and client reaction (`spec §8`, `api.md`). */
export const catalogue = {
  AC_AUTH_INVALID_TOKEN: entry(401, SESSION_ENDED, 'sign-out'),
  AC_AUTH_TOKEN_EXPIRED: entry(401, SESSION_ENDED, 'sign-out'),
  AUTH_INVALID_TOKEN: entry(401, SESSION_ENDED, 'sign-out'),
  AC_AUTH_INVALID_SIGNATURE: entry(401, '请求签名不正确，请刷新页面后重试'),
  AC_NONCE_INVALID: entry(401, '请求已失效，请重试', 'retry'),
  AC_ACCOUNT_NOT_EXIST: entry(401, WRONG_PASSWORD),
  AC_WRONG_PASSWORD: entry(401, WRONG_PASSWORD),
  AC_ACCOUNT_UN_ENABLE: entry(401, WRONG_PASSWORD),
  SHOW_VERIFY_CODE: entry(401, '请输入图形验证码', 'silent'),
  AC_IDENTIFY_CODE_REQUIRED: entry(400, '请输入图形验证码', 'silent'),
  AC_IDENTIFY_CODE_WRONG: entry(400, '图形验证码不正确或已过期'),
  AC_THIRD_ACCOUNT_NOT_EXIST: entry(400, '第三方账号尚未绑定', 'silent'),
  AC_ACCOUNT_LOCKED: entry(429, '密码错误次数过多，请 15 分钟后再试'),
  AC_TOO_MANY_REQUESTS: entry(429, '操作过于频繁，请稍后再试'),
  AC_ORG_ROLE_FORBIDDEN: entry(403, '您在该组织没有这个角色'),
  AC_FORBIDDEN: entry(403, '权限不足'),
  PSY_OUT_OF_REACH: entry(403, '权限不足：内容不存在，或不在您的管理范围内', 'own-text'),
  PSY_INVALID_SECONDARY_TOKEN: entry(403, '请先完成身份验证', 'verify'),
  PSY_SERVICE_PROTECTED: entry(403, '服务已到期，保护期内只有管理员可以查看和导出', 'own-text'),
  PSY_SERVICE_EXPIRED: entry(403, '服务已到期，续期后恢复使用', 'own-text'),
  PSY_INVALID_INPUT: entry(400, '提交的内容有误，请检查后重试'),
  PSY_MALFORMED_BODY: entry(400, '请求内容无法解析'),
  PSY_UNSUPPORTED_MEDIA_TYPE: entry(415, '不支持的内容类型'),
  PSY_BODY_TOO_LARGE: entry(413, '提交的内容过大'),
  PSY_HEADERS_TOO_LARGE: entry(431, '请求头过大'),
  PSY_NOT_FOUND: entry(404, '内容不存在或已被删除'),
  PSY_WRONG_HOST: entry(
    421,
    '平台不在这个域名或地址下提供服务，请使用学校公布的网址；运维人员可以在允许的域名设置中加入它',
    'own-text',
  ),
  PSY_METHOD_NOT_ALLOWED: entry(405, '不支持的请求方法'),
  PSY_CONFLICT: entry(409, '内容已被他人修改，请刷新后重试'),
  PSY_CLASS_HAS_STUDENTS: entry(409, '班级中还有学生，不能删除'),
  PSY_STUDENT_HAS_RECORDS: entry(409, '学生已有关联的记录，不能删除'),
  PSY_STUDY_STATUS: entry(409, '学生当前的学籍状态不能这样操作'),
  PSY_CONSENT_MISSING: entry(409, '未满 14 周岁的学生还没有监护人同意的记录，不能保存作答', 'own-text'),
  PSY_NO_PLACES_LEFT: entry(409, '可开通的账号名额已用完'),
  PSY_OWN_ACCOUNT: entry(409, '不能停用、删除自己的账号'),
  PSY_LAST_ADMINISTRATOR: entry(409, '至少要保留一位超级管理员，请先指定另一位'),
  PSY_SHARED_ACCOUNT: entry(409, '这个账号不是本单位建立的，密码由本人修改'),
  PSY_NOT_EMPTY: entry(409, '其中还有内容，不能删除'),
  PSY_REQUEST_TIMEOUT: entry(408, '请求超时'),
  PSY_STORAGE_FULL: entry(503, '服务器的存储空间已满，这次操作没有保存，请联系管理员', 'own-text'),
  PSY_UNAVAILABLE: entry(503, '服务暂时不可用，请稍后重试'),
  PSY_AUDIT_UNAVAILABLE: entry(503, '操作记录暂时无法写入，这次操作没有进行，请稍后重试'),
  PSY_INTERNAL: entry(500, '服务出现异常', 'busy'),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof catalogue;

/** Whether a code means that a row does not exist or is outside the role's scope; the code does not distinguish the two. */
export const isAbsence = (code: string): boolean => code === 'PSY_NOT_FOUND' || code === 'PSY_OUT_OF_REACH';

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);
