/** The parts that one verb adds to the files of a resource. */
export interface VerbTemplate {
  /** The names that the store function imports from the resource's schemas. */
  resourceImports: readonly string[];
  /** The imports of the store function. */
  storeImports: readonly StoreImport[];
  store: string;
  /** The schemas that it adds to the resource. */
  schemas: string;
  endpoint: string;
  handler: string;
  test: TestTemplate;
}

/** The test of an endpoint. */
interface TestTemplate {
  /** The import statements that it has beside those of every test. */
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
