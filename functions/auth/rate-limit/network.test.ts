import { expect, it } from 'vitest';
import { toNetwork, toSite } from './limits.ts';

it.each([
  { address: '192.0.2.7', network: '192.0.2.7', site: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7', site: '192.0.2.7' },
  { address: '::ffff:c000:207', network: '192.0.2.7', site: '192.0.2.7' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::', site: '2001:db8:1::' },
  { address: '2001:0DB8:0001:0002::9', network: '2001:db8:1:2::', site: '2001:db8:1::' },
  { address: '2001:db8::1', network: '2001:db8::', site: '2001:db8::' },
  { address: '1::2:3:4:5:6:7', network: '1:0:2:3::', site: '1:0:2::' },
  { address: 'fe80::1%eth0', network: 'fe80::', site: 'fe80::' },
  { address: '::1', network: '::', site: '::' },
])(
  '$address is in the network $network and at the site $site',
  ({ address, network, site }) => {
    expect([toNetwork(address), toSite(address)]).toEqual([network, site]);
  },
);

it.each([
  '',
  'unknown',
  ':',
  '1:2:3',
  '256.0.0.1',
  '::ffff:300.1.2.3',
  '2001:db8::/32',
  '::%',
])('returns a text that is not an address unchanged: %j', (text) => {
  expect([toNetwork(text), toSite(text)]).toEqual([text, text]);
});
