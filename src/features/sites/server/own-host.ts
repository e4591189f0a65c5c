import net from 'node:net';
import { domainToASCII } from 'node:url';
import { hostName } from '../rules/site.ts';

/** A label of a host name; hosts must be names below a domain, not addresses. */
const LABEL_OF_HOST = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const isHost = (host: string) =>
  net.isIP(host) === 0 && host.split('.').length > 1 && host.split('.').every((label) => LABEL_OF_HOST.test(label));

/**
 * The host that an organisation asks for, normalised, and why it cannot have it.
 *
 * @param sharedHosts Refused, because their sign-in page would show the branding of one organisation
 */
export function ownHost(text: string, sharedHosts: readonly string[]): { host: string; problem?: string } {
  const host = domainToASCII(hostName(text));
  if (!isHost(host)) return { host, problem: '请填写域名，例如 xinli.example.cn' };
  if (sharedHosts.some((shared) => host === shared || shared.endsWith(`.${host}`)))
    return { host, problem: '这是平台共用的域名，请换一个' };
  return { host };
}
