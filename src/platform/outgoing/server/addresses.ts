import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that are not the public internet (IANA special-purpose registries). */
const INTERNAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INTERNAL.addSubnet(network, prefix, 'ipv4');

/** The only IPv6 network of the public internet. Addresses in it that carry an IPv4 address are excluded. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
const CARRIERS = new BlockList();
CARRIERS.addSubnet('2001::', 23, 'ipv6');
CARRIERS.addSubnet('2001:db8::', 32, 'ipv6');
CARRIERS.addSubnet('2002::', 16, 'ipv6');
CARRIERS.addSubnet('3fff::', 20, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (!isIPv6(address)) return !INTERNAL.check(address, 'ipv4');
  return PUBLIC_V6.check(address, 'ipv6') && !CARRIERS.check(address, 'ipv6');
}
