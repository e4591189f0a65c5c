import { createContext } from 'react';

/** The open tab of a form, by its key; the first one where it is undefined or hidden. */
export const OpenTab = createContext<{ tab: string | undefined; onOpen: (key: string) => void }>({
  tab: undefined,
  onOpen: () => undefined,
});
