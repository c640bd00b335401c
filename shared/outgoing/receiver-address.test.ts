import { describe, expect, it, vi } from 'vitest';
import { isLoopbackUrl, isPublicAddress, resolveHost } from './receiver-address.ts';

// The first and last addresses of the blocks of the IANA registries of special-purpose addresses.
const special: Record<string, readonly string[]> = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
  ],
  'shared by customers of a carrier': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  'link-local of version 6': ['fe80::', 'fe80::1', 'febf:ffff::1', 'fe80::1%eth0'],
  'of protocols': ['192.0.0.0', '192.0.0.255', '192.88.99.0', '192.88.99.255'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.0', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved or broadcast': ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  'mapped from version 4': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1'],
  'compatible with version 4': ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::2'],
  translated: ['::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8'],
  'translated in a local network': ['64:ff9b:1::', '64:ff9b:1:ffff::10.0.0.1'],
  '6to4': ['2002::', '2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'not assigned': ['100::1', '200::1', '1fff:ffff::1', '4000::1', '5f00::1', 'e000::1'],
};

const neighbors = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2000::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00::1',
  '3ffe:ffff::1',
];

describe('an address', () => {
  it.each(Object.entries(special))('that is %s is not public', (_name, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('is public beside the blocks that are not', () => {
    expect(neighbors.filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});

describe('a URL', () => {
  it.each([
    '127.0.0.1:8080',
    '127.9.9.9',
    '[::1]:9',
    'localhost',
    'a.localhost',
    '0x7f.1',
  ])('with the host %s is one of this machine', (host) => {
    expect(isLoopbackUrl(new URL(`http://${host}/`))).toBe(true);
  });

  it.each(['example.com', 'localhost.example.com', 'notlocalhost', '0.0.0.0', '[::]'])(
    'with the host %s is not',
    (host) => {
      expect(isLoopbackUrl(new URL(`http://${host}/`))).toBe(false);
    },
  );
});

describe('a name', () => {
  const { signal } = new AbortController();
  const both = {
    resolve4: async () => ['1.1.1.1'],
    resolve6: async () => ['2606:4700:4700::1111'],
    cancel: vi.fn(),
  };
  const none = async () => {
    throw new Error('queryA ENODATA');
  };

  it('has the addresses of both families', async () => {
    const addresses = ['1.1.1.1', '2606:4700:4700::1111'];
    expect(await resolveHost('a.example', signal, both)).toEqual(addresses);
  });

  it('can have addresses of one family only, or none', async () => {
    const one = { ...both, resolve6: none };
    expect(await resolveHost('a.example', signal, one)).toEqual(['1.1.1.1']);
    expect(await resolveHost('a.example', signal, { ...one, resolve4: none })).toEqual(
      [],
    );
  });

  it('is not waited for after the time limit', async () => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<string[]>();
    const silent = {
      resolve4: () => promise,
      resolve6: () => promise,
      cancel: () => reject(new Error('queryA ECANCELLED')),
    };
    const addresses = resolveHost('a.example', controller.signal, silent);
    controller.abort();
    expect(await addresses).toEqual([]);
  });
});
