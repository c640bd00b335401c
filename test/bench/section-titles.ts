/** The sections of the report in order. Their titles load no benchmark. */
export const sectionTitles = [
  'First use',
  'Imports',
  'Store calls and capacity units',
  'Functions that a request enters',
  'Throughput',
  'Cost of the local runner',
  'Token endpoint beside oidc-provider',
  'Many connections',
  'Webhooks beside one that hangs',
  'CPU of warm functions',
  'Measurements',
  'Workout files',
  'Files of a provider',
  'Large archives',
  'Large imports',
  'Bundle sizes and cold starts',
] as const;

export type SectionTitle = (typeof sectionTitles)[number];
