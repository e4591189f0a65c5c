import { getPreference, putPreference } from '../../../../platform/crud/contract/preferences.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { persistentStorage, slot } from '../../../../platform/state/web/storage.ts';
import { createStore } from '../../../../platform/state/web/store.ts';

const KEY = 'tour';
/** How many people this device remembers. */
const REMEMBERED = 20;

/** Who has seen the tour; spares the request on a device that they use again. */
const onDevice = slot(
  persistentStorage,
  'xinyu.tour',
  (value): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

/** Whether the user has asked for the tour in the help centre. */
export const tourAsked = createStore(false);

function remember(userId: string): void {
  const others = (onDevice.get() ?? []).filter((one) => one !== userId);
  onDevice.set([userId, ...others].slice(0, REMEMBERED));
}

/** Whether this account has seen the tour, on any device. Without an answer from the server it counts as seen. */
export async function hasSeenTour(userId: string): Promise<boolean> {
  if (onDevice.get()?.includes(userId) === true) return true;
  const seen = await call(getPreference, { params: { key: KEY } }, { quiet: true, noPrompt: true }).then(
    ({ value }) => value['seen'] === true,
    () => true,
  );
  if (seen) remember(userId);
  return seen;
}

/** Notes that the tour was shown; a failure only means that it is offered once more on another device. */
export function noteTourSeen(userId: string): void {
  remember(userId);
  call(putPreference, { params: { key: KEY }, body: { value: { seen: true } } }, { quiet: true, noPrompt: true }).catch(
    () => undefined,
  );
}
