import * as contract from '../../shared/contract/rights.ts';
import { implement, type Implementation } from '../context.ts';

export const rightsHandlers: readonly Implementation[] = [
  implement(contract.abilities, async (call) => call.services.access.abilities(call.actor)),
];
