import de from './devices.texts.de.ts';

const en = {
  title: 'Devices and preferences',
  lead: 'If two services send the same workout, you see the one from the device that you prefer.',
  empty: {
    title: 'No device has sent data yet',
    text: 'Devices appear here once a connected service or an application sends their data.',
    connect: 'Connect a service',
  },
  inactive: 'No longer in use',
  since: 'Since',
  preferredFor: 'Preferred for',
  types: { activity: 'Activity', sleep: 'Sleep' },
  prefer: { activity: 'Prefer for activity', sleep: 'Prefer for sleep' },
  describePreference: (prefer: string, device: string) => `${prefer}: ${device}`,
  notices: {
    preferred: 'Saved. Duplicates of the last 30 days are being checked again.',
    sleep_preferred: 'Saved.',
  },
};

/** The texts of the page about devices and preferences. */
export const devicesTexts = { en, de };
export type DevicesTexts = typeof en;

export type DevicesNotice = keyof typeof en.notices;
