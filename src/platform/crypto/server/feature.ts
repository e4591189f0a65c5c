import type { ServerFeature } from '../../feature/server/feature.ts';
import { sealing } from './sealing-job.ts';

export const crypto: ServerFeature = { name: 'crypto', jobs: [sealing] };
