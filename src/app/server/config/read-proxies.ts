import net from 'node:net';
import { wrongValue } from './read-values.ts';

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const isProxy = (item: string): boolean => {
  const [address = '', prefix] = item.split('/');
  if (PROXY_NAMES.includes(item)) return true;
  const bits = { 0: -1, 4: 32, 6: 128 }[net.isIP(address)] ?? -1;
  return bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits));
};

/** Addresses and networks of trusted proxies. */
export function readProxies(text = '', problems: string[]): string[] {
  const proxies = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  if (!proxies.every(isProxy)) problems.push(wrongValue('TRUST_PROXY', text));
  return proxies;
}
