import { isIP } from 'node:net';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { isPublicAddress } from '../../../platform/outgoing/server/addresses.ts';
import type { createWebhook } from '../contract.ts';

export type Wanted = BodyOf<typeof createWebhook>;

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw invalid('/url', '请填写完整的网址，例如 https://example.cn/hooks');
  }
}

/**
 * The address as it is stored. What its name resolves to is checked with each request that is sent.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
export function checkWanted({ services: { outside, events } }: OrgContext, { name, url: text, events: names }: Wanted) {
  const url = parsed(text.trim());
  const { internalAddresses } = outside;
  if (url.protocol !== 'https:' && !(internalAddresses && url.protocol === 'http:'))
    throw invalid('/url', '网址要以 https:// 开头');
  if (url.username !== '' || url.password !== '') throw invalid('/url', '网址中不能有用户名或密码');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!internalAddresses && isIP(host) !== 0 && !isPublicAddress(host)) throw invalid('/url', '只能使用公网上的地址');
  url.hash = '';
  const offered = new Set(events.kinds.map((kind) => kind.name));
  if (names.some((one) => !offered.has(one))) throw invalid('/events', '包含没有的事件，请刷新后重新选择');
  return { name, url: url.toString(), events: [...new Set(names)] };
}

/** The address without its query, which may hold a secret. For the operation log. */
export function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
