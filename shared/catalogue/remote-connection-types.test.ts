import { describe, expect, it } from 'vitest';
import { deviceId } from './device-id.ts';
import { remoteConnectionTypes } from './remote-connection-types.data.ts';
import { currentTypes, findCatalogueDevice, findRemoteConnectionType } from './remote-connection-types.ts';

describe('the remote connection types', () => {
  it('are found by their ids, the retired ones too', () => {
    for (const type of remoteConnectionTypes) expect(findRemoteConnectionType(type.id)).toBe(type);
    expect(remoteConnectionTypes.filter(({ retired }) => retired).map(({ type }) => type)).toEqual([
      'fitbit',
      'runkeeper',
      'google_fit',
      'peloton',
    ]);
  });

  it('are current where a connection can be made', () => {
    expect(currentTypes).toHaveLength(26);
    expect(currentTypes.every(({ retired, connection }) => !retired && connection !== 'none')).toBe(true);
  });

  it('have a device of their own each', () => {
    expect(findCatalogueDevice('garmin_connect')).toEqual({ manufacturer: 'Garmin', model: 'Connect' });
    for (const { device } of remoteConnectionTypes)
      expect(findCatalogueDevice(deviceId(device))).toBe(device);
    expect(findCatalogueDevice('garmin_fr-935')).toBeUndefined();
  });
});

describe('the id of a device (D1)', () => {
  it.each([
    ['Garmin', 'FR-935', 'garmin_fr-935'],
    ['Polar', 'Vantage V3', 'polar_vantage-v3'],
    ['Ride with GPS', 'App', 'ride-with-gps_app'],
    ['A_b', 'c/d?e', 'a-b_c-d-e'],
    ['Intervals.icu', '~1.0', 'intervals.icu_~1.0'],
  ])('of %s %s is %s', (manufacturer, model, id) => {
    expect(deviceId({ manufacturer, model })).toBe(id);
  });
});
