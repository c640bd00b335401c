import {
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

/** The keys of data sources. */
export const dataSourceKeys = {
  dataSource: defineOwnedKey('DATA_SOURCE'),
  dataSources: defineOwnedRange('DATA_SOURCE'),
  dataSourceCount: defineSingletonKey('DATA_SOURCES'),
};
