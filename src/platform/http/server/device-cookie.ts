import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from '../../context/server/context.ts';
import { header } from './request.ts';

const NAME = 'xinyu-device';
/** 180 days, in seconds. */
const MAX_AGE = 180 * 86_400;
/** A longer value was not issued by this server. */
const VALUE_MAX = 1024;

export function deviceCookieValue({ headers }: FastifyRequest): string {
  const pair = header(headers.cookie)
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${NAME}=`));
  const value = pair?.slice(NAME.length + 1) ?? '';
  return value.length <= VALUE_MAX ? value : '';
}

/** The device cookie of a request. Scripts cannot read it and other sites cannot send it; it grants no right. */
export const deviceCookie = (request: FastifyRequest, reply: FastifyReply): DeviceCookie => ({
  value: deviceCookieValue(request),
  replace(value) {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header('set-cookie', `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict${secure}`);
  },
});
