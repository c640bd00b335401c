import { provideStore } from '../http/stores.ts';
import { environment } from '../runtime/environment.ts';
import { openObjects } from './objects.ts';

provideStore('objects', (meter) => openObjects(environment('IMAGE_BUCKET_NAME'), meter));
