import { useEffect, useMemo, useState } from 'react';
import type { Tab } from '../../../schema/arrange.ts';
import { focusField } from './focus.ts';

/** The open tab of a form, and a function that focuses a field, or a part of it, in its tab. */
export function useTabs(formId: string, tabs: readonly Tab[]) {
  const [tab, setTab] = useState<string>();
  const [target, setTarget] = useState<{ id: string }>();
  useEffect(() => {
    if (!target) return undefined;
    // The panel of a tab is shown after the effects of the render that opens it.
    const timer = setTimeout(() => focusField(target.id));
    return () => clearTimeout(timer);
  }, [target]);
  const opened = useMemo(() => ({ tab, onOpen: setTab }), [tab]);
  const toField = (path: readonly string[]) => {
    const [name = ''] = path;
    setTab(tabs.find(({ sections }) => sections.some(({ fields }) => fields.includes(name)))?.key);
    setTarget({ id: [formId, ...path].join('_') });
  };
  return { opened, toField };
}
