import '../../../support/web-features.ts';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { classesTree } from '../../../../src/features/classes/contract.ts';
import type { FieldSchema } from '../../../../src/platform/schema/types.ts';
import { controlOf } from '../../../../src/platform/ui/web/fields/registry.tsx';
import { aPortal, show } from '../../../support/component.tsx';

const portal = aPortal();
const tree = [
  {
    node_id: '2001',
    node_name: '青禾市第一中学',
    level: 1,
    next_level: [
      {
        node_id: '3-7',
        node_name: '初一',
        level: 3,
        next_level: [{ node_id: 'c1', node_name: '初一(1)班', level: 4, next_level: [] }],
      },
    ],
  },
];
const field = (more: Partial<FieldSchema>): FieldSchema => ({
  type: 'string',
  title: '班级',
  'x-of': 'class',
  ...more,
});

/** The input of a field of an own resource that refers to classes. Its role does not open the list of classes. */
function pick(of: FieldSchema, value: unknown, valueName: string | readonly string[]) {
  portal.answer(classesTree, tree);
  const Control = controlOf(of);
  const change = vi.fn<(value: unknown) => void>();
  return { change, ...show(<Control id="class" field={of} value={value} valueName={valueName} onChange={change} />) };
}

describe('a reference to a class', () => {
  it('is chosen in the tree of classes, and keeps the name of one that is not in it', async () => {
    const { user, change } = pick(field({ 'x-kind': 'row' }), 'c9', '（不在您的范围内）');
    expect(await screen.findByText('（不在您的范围内）')).toBeVisible();
    await user.click(await screen.findByRole('combobox'));
    await user.type(screen.getByRole('combobox'), '(1)');
    await user.click(await screen.findByTitle('初一(1)班'));
    expect(change).toHaveBeenLastCalledWith('c1');
  });

  it('may be several', async () => {
    const { user, change } = pick(field({ type: 'array', 'x-kind': 'rows' }), ['c9'], ['初三(9)班']);
    await user.click(await screen.findByRole('combobox'));
    await user.type(screen.getByRole('combobox'), '(1)');
    await user.click(await screen.findByTitle('初一(1)班'));
    expect(change).toHaveBeenLastCalledWith(['c9', 'c1']);
  });
});
