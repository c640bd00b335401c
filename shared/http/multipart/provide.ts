import { provideMultipart } from '../body.ts';
import { readMultipart } from './read.ts';

provideMultipart(readMultipart);
