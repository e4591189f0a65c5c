import { isRecord, persistentStorage, slot } from '../../state/web/storage.ts';
import { createStore, useStore } from '../../state/web/store.ts';

/** Whether visited pages stay as tabs above the content; on this device. */
const usedSlot = slot(persistentStorage, 'xinyu.page-tabs-on', (value): value is boolean => typeof value === 'boolean');
const used = createStore(usedSlot.get() ?? true);

export const usePageTabsOn = (): boolean => useStore(used);

export function choosePageTabs(on: boolean): void {
  usedSlot.set(on);
  used.set(on);
  if (!on) keptSlot.clear();
}

/** What the device keeps of the tabs of a person in an organisation: pages by their keys, no address and no title. */
export interface KeptTabs {
  of: string;
  tabs: { key: string; pinned: boolean }[];
}

const isKept = (value: unknown): value is KeptTabs =>
  isRecord(value) &&
  typeof value.of === 'string' &&
  Array.isArray(value.tabs) &&
  value.tabs.every((tab: unknown) => isRecord(tab) && typeof tab.key === 'string' && typeof tab.pinned === 'boolean');

export const keptSlot = slot(persistentStorage, 'xinyu.page-tabs', isKept);
