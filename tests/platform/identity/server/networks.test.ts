import { describe, expect, it } from 'vitest';
import { isInside, isNetwork } from '../../../../src/platform/identity/server/networks.ts';

describe('networks', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'])('%s is one', (text) =>
    expect(isNetwork(text)).toBe(true),
  );
  it.each(['', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0', '1.2.3.4/ 8', 'a.example'])(
    '%j is none',
    (text) => expect(isNetwork(text)).toBe(false),
  );

  it.each([
    [[], '203.0.113.7', true],
    [['10.0.0.0/8'], '10.9.8.7', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.0/8'], '::ffff:10.1.1.1', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['2001:db8::/32'], '10.0.0.1', false],
    [['10.0.0.0/8'], 'nonsense', false],
  ])('%j contain %s: %s', (networks, address, inside) => expect(isInside(networks, address)).toBe(inside));
});
