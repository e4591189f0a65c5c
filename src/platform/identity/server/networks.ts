import { BlockList, isIP } from 'node:net';

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address or a network in CIDR notation as its parts; undefined for anything else. */
function networkOf(text: string): { address: string; bits: number } | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const max = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (max === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  const wanted = bits === undefined ? max : Number(bits);
  return wanted > max ? undefined : { address, bits: wanted };
}

/** Whether a text names an IPv4 or IPv6 address, or a network in CIDR notation. A network of everything is none. */
export const isNetwork = (text: string): boolean => (networkOf(text)?.bits ?? 0) > 0;

/** Whether an address is in one of the networks; everywhere where there are none. */
export function isInside(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const text of networks) {
    const network = networkOf(text);
    if (network) list.addSubnet(network.address, network.bits, familyOf(network.address));
  }
  const one = plain(address);
  return isIP(one) !== 0 && list.check(one, familyOf(one));
}
