import * as contract from '../../shared/contract/archive.ts';
import { studentArchive } from '../commands/archive.ts';
import { implement, type Implementation } from '../context.ts';

export const archiveHandlers: readonly Implementation[] = [implement(contract.studentArchive, (call, { params }) => studentArchive(call, params.id))];
