import { describe, expect, it } from 'vitest';
import { remoteConnectionTypes } from './remote-connection-types.data.ts';
import {
  currentTypes,
  findReferenceDevice,
  findRemoteConnectionType,
  toDeviceId,
} from './remote-connection-types.ts';

describe('the remote connection types', () => {
  it('are found by their ids, including retired types', () => {
    for (const type of remoteConnectionTypes)
      expect(findRemoteConnectionType(type.id)).toBe(type);
    expect(
      remoteConnectionTypes.filter(({ retired }) => retired).map(({ type }) => type),
    ).toEqual(['fitbit', 'runkeeper', 'google_fit', 'peloton']);
  });

  it('are current if a connection can be made', () => {
    const connectable = remoteConnectionTypes.filter(
      ({ retired, connection }) => !retired && connection !== 'none',
    );
    expect(currentTypes).toEqual(connectable);
  });
});

describe('the id of a device', () => {
  it.each([
    ['Garmin', 'FR-935', 'garmin_fr-935'],
    ['Polar', 'Vantage V3', 'polar_vantage-v3'],
    ['Ride with GPS', 'App', 'ride-with-gps_app'],
    ['A_b', 'c/d?e', 'a-b_c-d-e'],
    ['Intervals.icu', '~1.0', 'intervals.icu_~1.0'],
  ])('of %s %s is %s', (manufacturer, model, id) => {
    expect(toDeviceId({ manufacturer, model })).toBe(id);
  });
});

describe('the devices of the remote connection types', () => {
  it('are found by their ids', () => {
    expect(findReferenceDevice('garmin_connect')).toEqual({
      manufacturer: 'Garmin',
      model: 'Connect',
    });
    for (const { device } of remoteConnectionTypes)
      expect(findReferenceDevice(toDeviceId(device))).toBe(device);
    expect(findReferenceDevice('garmin_fr-935')).toBeUndefined();
  });
});
