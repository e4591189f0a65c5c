import type { TreeSelectProps } from 'antd';
import { useState } from 'react';

type Expanded = Pick<TreeSelectProps, 'treeExpandedKeys' | 'onTreeExpand' | 'onSearch'>;

/**
 * Expanded nodes of a tree: its roots, until the user changes them. Controlled, because antd reads its default only
 * once, before the tree is loaded. During a search antd expands the matches.
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
