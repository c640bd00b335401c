import { describe, expect, it } from 'vitest';
import { findClientAddress, trustNoProxy, trustProxies } from './request-head.ts';

const isTrusted = trustProxies(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);

describe('the address of a client', () => {
  it.each([
    { title: 'without a header', remote: '127.0.0.1', header: [], client: '127.0.0.1' },
    {
      title: 'behind a trusted proxy',
      remote: '127.0.0.1',
      header: ['203.0.113.9'],
      client: '203.0.113.9',
    },
    {
      title: 'behind two trusted proxies',
      remote: '::1',
      header: ['2001:db8::7, fd00::1', '10.2.3.4'],
      client: '2001:db8::7',
    },
    {
      title: 'that sent a made-up address',
      remote: '127.0.0.1',
      header: ['198.51.100.1, 203.0.113.9'],
      client: '203.0.113.9',
    },
    {
      title: 'that claims to be a proxy',
      remote: '203.0.113.9',
      header: ['127.0.0.1'],
      client: '203.0.113.9',
    },
    {
      title: 'whose proxy reports no address',
      remote: '127.0.0.1',
      header: ['unknown'],
      client: '127.0.0.1',
    },
  ])('is found for a client $title', ({ remote, header, client }) => {
    expect(findClientAddress(remote, header, isTrusted)).toBe(client);
  });

  it('is the address of the connection if no proxy is trusted', () => {
    expect(findClientAddress('127.0.0.1', ['203.0.113.9'], trustNoProxy)).toBe(
      '127.0.0.1',
    );
  });
});

it.each(['proxy', '', '10.0.0.0/', '10.0.0.0/33', '10.0.0/8', '::1/x'])(
  'a trusted proxy cannot be %j',
  (entry) => {
    expect(() => trustProxies([entry])).toThrow(
      `${entry} is not an IP address or network.`,
    );
  },
);
