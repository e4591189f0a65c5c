import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { texts } from '../../../platform/i18n/web/texts.ts';
import { linkCorporation } from '../suite-contract.ts';
import { trip } from './trip.ts';

/**
 * Links the corporation of an administrator who came back from the page of WeCom, once.
 *
 * @param card Comes into view then
 */
export function useLinking(card: RefObject<HTMLElement | null>, onLinked: () => void) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [came] = useState(() => ({ auth_code: query.get('auth_code') ?? '', state: query.get('state') ?? '' }));
  const ran = useRef(false);
  const linking = useMutation({
    mutationFn: async () => {
      const going = trip.get();
      trip.clear();
      if (going?.purpose !== 'authorise') {
        const message = texts.t('ownSignIn.suiteNotFromHere');
        throw new ApiError({ status: 400, code: 'AC_THIRD_STATE_INVALID', message, quiet: true });
      }
      return call(linkCorporation, { body: { ...came, browser: going.secret } }, { quiet: true });
    },
    onSuccess: onLinked,
  });
  const { mutate } = linking;
  useEffect(() => {
    if (came.auth_code === '' || ran.current) return;
    ran.current = true;
    card.current?.scrollIntoView({ block: 'center' });
    // Code and state leave address bar and history before they are used.
    Promise.resolve(navigate(pathname, { replace: true })).then(
      () => mutate(),
      () => mutate(),
    );
  }, [came, card, mutate, navigate, pathname]);
  return linking;
}
