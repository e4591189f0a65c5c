import type { Plugin } from 'vite';

interface Edit {
  file: string;
  from: string;
  to: string;
}

/**
 * What antd and its libraries have no setting for: the content security policy, names for screen readers, and styles
 * that are there already.
 */
const EDITS: readonly Edit[] = [
  // These style elements come without the nonce of antd's ConfigProvider, and the content security policy refuses them.
  {
    file: '/rc-util/es/Dom/dynamicCSS.js',
    from: "document.createElement('style');",
    to: `document.createElement('style');
  styleNode.nonce = document.querySelector('meta[property=csp-nonce]')?.nonce ?? '';`,
  },
  // Each antd component that appears writes its styles again: the first list went through all style elements 700 times.
  {
    file: '/rc-util/es/Dom/dynamicCSS.js',
    from: 'export function updateCSS(css, key) {',
    to: `const written = new Map();
export function updateCSS(css, key, option = {}) {
  const name = getMark(option) + ' ' + key;
  const held = written.get(name);
  if (held?.css === css && held.node.isConnected) return held.node;
  const node = writeCSS(css, key, option);
  written.set(name, { css, node });
  return node;
}
function writeCSS(css, key) {`,
  },
  // Axios looks for a cookie before it sends, and waits for a render that runs meanwhile; the portal has no cookies. The
  // setting `xsrfCookieName` takes axios's own timer away too: browsers end a request after its `timeout`, but not the
  // XMLHttpRequest of the component tests.
  { file: '/axios/lib/adapters/xhr.js', from: 'if (xsrfCookieName) {', to: 'if (false) {' },
  // Some icons hold an empty style element, which the content security policy refuses.
  {
    file: '/@ant-design/icons/es/utils.js',
    from: 'normalizeAttrs(node.attrs)), (node.children || []).map(',
    to: 'normalizeAttrs(node.attrs)), (node.children || []).filter((child) => child.tag !== "style").map(',
  },
  // Icons are decoration: screen readers would read their English names.
  {
    file: '/@ant-design/icons/es/components/AntdIcon.js',
    from: 'role: "img",\n    "aria-label": icon.name',
    to: '"aria-hidden": restProps.role === undefined || undefined',
  },
  // A table that scrolls measures its columns in a row of its own, where a second copy of all titles costs as much as two
  // rows. No table has a head apart from its body, so the titles in the head have the same widths.
  { file: '/rc-table/es/Body/MeasureCell.js', from: "title || '\\xa0'", to: "'\\xa0'" },
  // The focused input of a tree gets the name of the tree.
  {
    file: '/rc-tree/es/NodeList.js',
    from: '"aria-label": "for screen reader"',
    to: '"aria-label": props["aria-label"]',
  },
  // The arrow keys reach the tabs that this button lists, and a list of tabs may hold nothing but tabs.
  {
    file: '/rc-tabs/es/TabNavList/OperationNode.js',
    from: '"aria-haspopup": "listbox"',
    to: '"aria-hidden": true,\n    tabIndex: -1',
  },
  // The arrow keys in the field do the same as these two buttons.
  { file: '/rc-input-number/es/StepHandler.js', from: '"aria-label": "Increase Value"', to: '"aria-hidden": true' },
  { file: '/rc-input-number/es/StepHandler.js', from: '"aria-label": "Decrease Value"', to: '"aria-hidden": true' },
  {
    file: '/antd/es/date-picker/generatePicker/generateRangePicker.js',
    from: '"aria-label": "to"',
    to: '"aria-hidden": true',
  },
];

/** Edits modules of libraries in the build. An edit whose text is gone fails the build. */
export const editModules: Plugin = {
  name: 'edit-modules',
  apply: 'build',
  transform(code, id) {
    const edits = EDITS.filter(({ file }) => id.endsWith(file));
    if (edits.length === 0) return undefined;
    for (const { file, from } of edits) if (!code.includes(from)) throw new Error(`${file} no longer holds: ${from}`);
    return { code: edits.reduce((text, { from, to }) => text.replace(from, to), code), map: null };
  },
};
