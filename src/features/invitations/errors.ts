import { errorEntry, type ErrorCodes } from '../../platform/errors/catalogue.ts';

declare module '../../platform/errors/catalogue.ts' {
  interface ErrorCodes {
    PSY_INVITATION_UNKNOWN: ErrorEntry;
    PSY_INVITATION_EXPIRED: ErrorEntry;
    PSY_INVITATION_USED_UP: ErrorEntry;
    PSY_INVITATION_REVOKED: ErrorEntry;
    PSY_INVITATION_CLOSED: ErrorEntry;
    PSY_REGISTRATION_TICKET: ErrorEntry;
  }
}

export const errors = {
  PSY_INVITATION_UNKNOWN: errorEntry(404, '这不是有效的注册邀请，请向学校核对注册地址', 'own-text'),
  PSY_INVITATION_EXPIRED: errorEntry(409, '这个注册邀请已经过了有效期，请向学校要一个新的', 'own-text'),
  PSY_INVITATION_USED_UP: errorEntry(409, '这个注册邀请的人数已满，请向学校要一个新的', 'own-text'),
  PSY_INVITATION_REVOKED: errorEntry(409, '学校已经停用这个注册邀请，请向学校要一个新的', 'own-text'),
  PSY_INVITATION_CLOSED: errorEntry(409, '学校暂时不能接受注册，请联系学校', 'own-text'),
  PSY_REGISTRATION_TICKET: errorEntry(403, '填写时间过长，请重新打开注册地址', 'own-text'),
} satisfies Partial<ErrorCodes>;
