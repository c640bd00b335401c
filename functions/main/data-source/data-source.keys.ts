import {
  defineOwnedKey,
  defineOwnedRange,
  defineSingletonKey,
} from '#shared/table/keys.ts';

export const dataSourceKeys = {
  dataSource: defineOwnedKey('DATA_SOURCE'),
  dataSources: defineOwnedRange('DATA_SOURCE'),
  dataSourceCount: defineSingletonKey('DATA_SOURCES'),
};
