import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as reading from '../contract/reading.ts';
import * as writing from '../contract/writing.ts';
import { deliveryJob } from './deliver.ts';
import { announcementHandlers } from './handlers.ts';
import { announcementsCard } from './home-card.ts';
import { momentsChore } from './keep-moments.ts';
import { mayReadPictures } from './read-announcements.ts';
import { ENTITY } from './save-draft.ts';

/** Announcements and articles: written by administrators, read by those whom they address. */
export const announcements: ServerFeature = {
  name: 'announcements',
  contract: [reading, writing],
  handlers: announcementHandlers,
  homeCards: [announcementsCard],
  mediaReaders: { [ENTITY]: mayReadPictures },
  jobs: [deliveryJob, momentsChore],
  demo: () => import('./demo/demo.ts'),
};
