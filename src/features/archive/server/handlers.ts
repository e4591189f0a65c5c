import * as contract from '../contract.ts';
import { studentArchive } from './archive.ts';
import { implement, type Implementation } from '../../../platform/context/server/context.ts';

export const archiveHandlers: readonly Implementation[] = [implement(contract.studentArchive, (call, { params }) => studentArchive(call, params.id))];
