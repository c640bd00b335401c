import { expect, it } from 'vitest';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { toEndpointClass } from '#shared/quota/counts.ts';
import { findDataKind } from '#shared/quota/read-marks.ts';

const endpoints = (await discoverEndpoints()).map(({ endpoint }) => endpoint);

it('knows the kind of data of each endpoint that reads data of a user', () => {
  const kinds = endpoints.flatMap((endpoint) => {
    const { method, host, path, auth } = endpoint;
    const isRead = method === 'GET' && auth !== 'public' && auth !== 'application';
    return isRead ? [[`${host} ${path}`, findDataKind(endpoint)]] : [];
  });
  expect(Object.fromEntries(kinds)).toStrictEqual({
    'diary /diary': 'diary',
    'diary /diary/summary': 'diary',
    'diary /diary/{id}': 'diary',
    'diary /diary/{id}/series': 'diary',
    'diary /measurements': 'measurements',
    'diary /measurements/{id}': 'measurements',
    'main /activity_type/': undefined,
    'main /activity_type/{id}/': undefined,
    'main /changes/': 'changes',
    'main /data_source/': 'data_sources',
    'main /data_source/{id}/': 'data_sources',
    'main /data_source_priority/': 'data_sources',
    'main /data_source_priority/{id}/': 'data_sources',
    // Its handler says that it reads data sources, if the scope of the token covers them.
    'main /device/{id}/': undefined,
    'main /image/{id}/': undefined,
    'main /import/': 'diary',
    'main /import/{id}/': 'diary',
    // Its handler says that it reads the profile, because a POST does the same.
    'main /openid/userinfo/': undefined,
    'main /remoteconnection/': 'connections',
    'main /remoteconnection/{id}/': 'connections',
    'main /remoteconnectiontype/': undefined,
    'main /remoteconnectiontype/{id}/': undefined,
    'main /user/{id}/': 'profile',
    'main /user/{id}/export/': 'exports',
    'main /user/{id}/export/{export_id}/': 'exports',
  });
});

it('has a class for each endpoint that is the name of an attribute', () => {
  const callable = endpoints.filter(({ auth }) => auth !== 'public');
  for (const endpoint of callable)
    expect(toEndpointClass(endpoint)).toMatch(/^[A-Z]+ [a-z0-9_/]+$/);
});
