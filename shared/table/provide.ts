import { provideStore } from '../http/stores.ts';
import { openTable } from './table.ts';

provideStore('table', openTable);
