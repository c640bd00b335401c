import { call } from './call.ts';
import type { TestResponse } from './send.ts';

interface Links {
  self: [{ href: string; id: string }];
  device: [{ href: string; id: string }];
}

/** A data source as a client sees it. */
export interface DataSourceBody {
  name: string | null;
  active: boolean;
  _links: Links;
  _embedded: { device: [{ manufacturer: string; model: string; _links: Links }] };
}

/** A collection of data sources. */
export interface DataSourceList {
  _embedded: { data_sources: DataSourceBody[] };
  _links: Record<'self' | 'next' | 'prev', [{ href: string }] | undefined>;
  total_count: number;
}

export const watch = { manufacturer: 'Garmin', model: 'FR-935' };

/** Creates a data source through the API. */
export function createDataSource(
  token: string,
  name: string | null = null,
  device: object = watch,
): Promise<TestResponse<DataSourceBody>> {
  return call<DataSourceBody>('POST', '/v7.1/data_source/', {
    token,
    json: { name, _embedded: { device: [device] } },
  });
}

export const getDataSourceId = ({ body }: TestResponse<DataSourceBody>) =>
  body._links.self[0].id;

/** Lists the names of the data sources, in the order of the collection. */
export async function listNames(token: string, query = ''): Promise<(string | null)[]> {
  const { body } = await call<DataSourceList>('GET', `/v7.1/data_source/${query}`, {
    token,
  });
  return body._embedded.data_sources.map(({ name }) => name);
}
