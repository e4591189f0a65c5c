import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isObject, own } from '../../schema/json.ts';
import { expectOwnBack, historyDepth } from '../../ui/web/leaving.ts';
import { useStable } from '../../ui/web/use-stable.ts';

/** Dialogs of a page as URL parameters: Back closes them, a reload restores them. */
export interface Dialog {
  /** Value of the dialog's parameter; `undefined` while it is closed. */
  opened: (name: string) => string | undefined;
  open: (name: string, value?: string) => void;
  /** Replaces the parameter of an open dialog without a new history entry. */
  swap: (name: string, value: string) => void;
  close: (name: string) => void;
}

export function useDialog(): Dialog {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  // State of the list in the history entry is copied to the next entry.
  const entry = isObject(state) ? state : {};
  const navigate = useNavigate();
  const to = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(search);
    change(next);
    return { search: next.toString() };
  };
  return {
    opened: (name) => search.get(name) ?? undefined,
    open: useStable((name, value = '1') => {
      // The second click of a double click comes before the page is rendered. It must not add another entry.
      if (new URLSearchParams(window.location.search).get(name) === value) return;
      void navigate(
        to((next) => next.set(name, value)),
        { state: { ...entry, dialog: name } },
      );
    }),
    swap: useStable(
      (name, value) =>
        void navigate(
          to((next) => next.set(name, value)),
          { replace: true, state },
        ),
    ),
    // Opened from this page, the previous entry is the page without the dialog. Opened by link, there may be none.
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
