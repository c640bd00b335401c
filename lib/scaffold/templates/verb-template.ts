/** The parts that one verb adds to the files of a resource. */
export interface VerbTemplate {
  /** The names that the store function imports from the resource's schemas. */
  resourceImports: readonly string[];
  /** The imports of the store function. */
  storeImports: readonly StoreImport[];
  store: string;
  /** The schemas that the verb adds to the resource. */
  schemas: string;
  endpoint: string;
  handler: string;
  test: TestTemplate;
}

/** The test of an endpoint. */
interface TestTemplate {
  /** The import statements of the test, besides those that every test has. */
  imports: readonly string[];
  body: string;
}

/** A name that a store function imports. */
export interface StoreImport {
  name: string;
  from: string;
}

export const conditionModule = '#shared/table/condition.ts';
export const quotaModule = '#shared/table/quota.ts';
export const tableModule = '#shared/table/table.ts';
