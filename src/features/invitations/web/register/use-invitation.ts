import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { plainCode } from '../../../../platform/file-codes/file-code.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { hasTypes, isRecord, slot, tabStorage } from '../../../../platform/state/web/storage.ts';
import { checkGroupInvitation, checkInvitation, type Invited } from '../../contract/registration.ts';
import { CODE_PARAMETER, CODE_TYPE, INVITATION_CODE_LENGTH, type CodeType } from '../../rules/codes.ts';

/** Ticket of this tab, so that a reload after the end of a short code keeps the form. It says nothing about a person. */
interface HeldTicket {
  code: string;
  ticket: string;
}
const isHeld = (value: unknown): value is HeldTicket =>
  isRecord(value) && hasTypes(value, { code: 'string', ticket: 'string' });
const held = slot(tabStorage, 'xinyu.registration', isHeld);

export type Opening =
  | { at: 'checking' }
  | { at: 'missing' }
  | { at: 'failed'; failure: unknown }
  | { at: 'open'; invited: Invited };

/** The code of the address, checked with the server. */
export function useInvitation(type: CodeType): { code: string; opening: Opening; check: () => Promise<void> } {
  const { search } = useLocation();
  const code = plainCode(new URLSearchParams(search).get(CODE_PARAMETER) ?? '');
  const isComplete = code.length === INVITATION_CODE_LENGTH;
  const [opening, setOpening] = useState<Opening>({ at: isComplete ? 'checking' : 'missing' });
  const check = useCallback(async () => {
    const before = held.get();
    try {
      const invited = await call(
        type === CODE_TYPE.group ? checkGroupInvitation : checkInvitation,
        { body: { invitation_code: code } },
        { quiet: true, ...(before?.code === code && { secondaryToken: before.ticket }) },
      );
      held.set({ code, ticket: invited.secondary_token });
      setOpening({ at: 'open', invited });
    } catch (failure) {
      setOpening({ at: 'failed', failure });
    }
  }, [code, type]);
  useEffect(() => {
    if (isComplete) void check();
  }, [check, isComplete]);
  return { code, opening, check };
}
