import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { studentArchive } from './archive.ts';

export const archiveHandlers: readonly Implementation[] = [
  implement(contract.studentArchive, (ctx, { params }) => studentArchive(ctx, params.id)),
];
