import type { TreeSelectProps } from 'antd';
import { useState } from 'react';

type Expanded = Pick<TreeSelectProps, 'treeExpandedKeys' | 'onTreeExpand' | 'onSearch'>;

/**
 * What of a tree is expanded: its roots, until somebody opens or closes some. Not by what is expanded at first, which
 * is read once: to have it read again when the tree comes, the field would be made anew, and what was opened meanwhile
 * would close. A search expands what it finds by itself.
 */
export function useExpanded(roots: readonly { value: string }[]): Expanded {
  const [chosen, setChosen] = useState<TreeSelectProps['treeExpandedKeys']>();
  const [searching, setSearching] = useState(false);
  return {
    treeExpandedKeys: searching ? undefined : (chosen ?? roots.map(({ value }) => value)),
    onTreeExpand: (keys) => {
      if (!searching) setChosen(keys);
    },
    onSearch: (text) => setSearching(text !== ''),
  };
}
