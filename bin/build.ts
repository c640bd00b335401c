import { buildService } from '../lib/build/build.ts';

const started = performance.now();
const { built } = await buildService({ force: process.argv.includes('--force') });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(built ? `Built the functions and the template in ${seconds} s.` : 'The build is current.');
