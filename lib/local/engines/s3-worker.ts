import { parentPort, workerData } from 'node:worker_threads';
import S3rver from '@20minutes/s3rver';
import { followClock } from '../host/clock.ts';
import { keepCompiledModules } from '../host/compile-cache.ts';
import type { S3Data } from './s3.ts';

const { directory, buckets, clockState } = workerData as S3Data;

keepCompiledModules();
followClock(clockState);
const { port } = await new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: buckets.map((name) => ({ name })),
}).run();
parentPort?.postMessage(port);
