import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { takeOutOfChild } from './change-library-case.ts';
import { caseLibraryHandlers } from './handlers.ts';
import { libraryFileJob, libraryFilesJob, refuseTakenOut } from './pack-library.ts';
import { libraryRows } from './queries.ts';

/** Closed crisis cases without people, for the school to learn from. */
export const caseLibrary: ServerFeature = {
  name: 'case-library',
  contract: [contract],
  handlers: caseLibraryHandlers,
  hooks: { 'library-case': { table: libraryRows } },
  jobs: [libraryFileJob, libraryFilesJob],
  exportRefusals: { case_library: refuseTakenOut },
  consentWithdrawn: takeOutOfChild,
  demo: () => import('./demo.ts'),
};
