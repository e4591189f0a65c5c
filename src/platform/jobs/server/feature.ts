import type { ServerFeature } from '../../feature/server/feature.ts';
import { clearingOfJobs } from './clearing.ts';

export const jobs: ServerFeature = { name: 'jobs', jobs: [clearingOfJobs] };
