import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the files first that take long, so that no worker is left with one of them at the end.
 * Vitest orders by the time of the last run, which a new clone does not know, and otherwise by
 * size.
 */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
  }
}

/** Files with a service of their own, a browser, or the CDK. Some only list tests of a folder. */
const slowFiles = /\.local\.test\.ts$|\/test\/browser\/|\/test\/infra\/synthesis\./;

const isSlow = ({ moduleId }: TestSpecification) => slowFiles.test(moduleId);
