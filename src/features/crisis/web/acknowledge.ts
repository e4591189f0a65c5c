import { call } from '../../../platform/http/web/call.ts';
import { acknowledgeDrill } from '../contract/escalation.ts';
import { acknowledgeWarning } from '../contract/warnings.ts';

/**
 * Acknowledges a warning on behalf of the user.
 *
 * @throws ApiError
 */
export const acknowledgeWarningNotice = (id: string) => call(acknowledgeWarning, { params: { id } }, { quiet: true });

/**
 * Acknowledges the warning of a drill on behalf of the user.
 *
 * @throws ApiError
 */
export const acknowledgeDrillNotice = (id: string) => call(acknowledgeDrill, { params: { id } }, { quiet: true });
