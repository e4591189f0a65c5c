import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isObject, own } from '../../schema/json.ts';
import { expectOwnBack, historyDepth } from '../../ui/web/leaving.ts';
import { useStable } from '../../ui/web/use-stable.ts';

/** Where a page's dialogs stand in the address, so that Back closes them and a reload opens them again. */
export interface Dialog {
  /** The value of the dialog's parameter, `undefined` while it is closed. */
  opened: (name: string) => string | undefined;
  open: (name: string, value?: string) => void;
  /** Puts another value into an open dialog's parameter, in the same place of the history. */
  swap: (name: string, value: string) => void;
  close: (name: string) => void;
}

export function useDialog(): Dialog {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  // What the list keeps in the entry goes on to the next.
  const entry = isObject(state) ? state : {};
  const navigate = useNavigate();
  const to = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(search);
    change(next);
    return { search: next.toString() };
  };
  return {
    opened: (name) => search.get(name) ?? undefined,
    open: useStable(
      (name, value = '1') =>
        void navigate(
          to((next) => next.set(name, value)),
          { state: { ...entry, dialog: name } },
        ),
    ),
    swap: useStable(
      (name, value) =>
        void navigate(
          to((next) => next.set(name, value)),
          { replace: true, state },
        ),
    ),
    // Opened from this page: the entry before is the page without the dialog. Opened by link or reload: there may be none.
    close: useStable((name) => {
      if (own(entry, 'dialog') !== name || historyDepth() === 0)
        return void navigate(
          to((next) => next.delete(name)),
          { replace: true, state: { ...entry, dialog: undefined } },
        );
      expectOwnBack();
      return void navigate(-1);
    }),
  };
}
