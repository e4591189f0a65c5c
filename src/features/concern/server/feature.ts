import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { concernPart } from './archive-part.ts';
import { concernHandlers } from './handlers.ts';
import { concernOfStudents } from './queries.ts';

export const concern: ServerFeature = {
  name: 'concern',
  archive: [concernPart],
  contract: [contract],
  handlers: concernHandlers,
  extends: { student: concernOfStudents },
};
