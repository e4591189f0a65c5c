import { call } from '../../../platform/http/web/call.ts';
import { acknowledgeWarning } from '../contract/crisis.ts';
import { acknowledgeDrill } from '../contract/escalation.ts';

/** Says that the caller takes on a warning. @throws ApiError */
export const takeWarning = (id: string) => call(acknowledgeWarning, { params: { id } }, { quiet: true });

/** Says that the caller takes on the warning of a drill. @throws ApiError */
export const takeDrill = (id: string) => call(acknowledgeDrill, { params: { id } }, { quiet: true });
