import { useEffect, useMemo, useState } from 'react';
import type { Tab } from '../../../schema/arrange.ts';
import { focusField } from './focus.ts';

/** The open tab of a form, and a function that focuses a field, or a part of it, in its tab. */
export function useTabs(formId: string, tabs: readonly Tab[]) {
  const [tab, setTab] = useState<string>();
  const [target, setTarget] = useState<{ id: string }>();
  // A field can be focused once its tab is shown.
  useEffect(() => {
    if (target) focusField(target.id);
  }, [target]);
  const opened = useMemo(() => ({ tab, onOpen: setTab }), [tab]);
  const toField = (path: readonly string[]) => {
    const [name = ''] = path;
    setTab(tabs.find(({ sections }) => sections.some(({ fields }) => fields.includes(name)))?.key);
    setTarget({ id: [formId, ...path].join('_') });
  };
  return { opened, toField };
}
