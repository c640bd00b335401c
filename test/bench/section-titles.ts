/** The sections of the report in order. Their titles load no benchmark. */
export const sectionTitles = [
  'Store calls and capacity units',
  'Throughput',
  'Cost of the local runner',
  'Token endpoint beside oidc-provider',
  'Many connections',
  'Due connections',
  'Webhooks beside one that hangs',
  'Beside an application at its limit',
  'CPU of warm functions',
  'Sign-in with a wrong password',
  'Image variants',
  'Animations',
  'Workout files',
  'Growth',
  'Messages of assistants',
  'Large exports',
  'Large archives',
  'Bundle sizes and cold starts',
] as const;

export type SectionTitle = (typeof sectionTitles)[number];
