import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { newField } from '../../../../src/features/studio/web/draft.ts';
import { FileLimits } from '../../../../src/features/studio/web/FileLimits.tsx';
import { studio } from '../../../../src/features/studio/web/texts.zh.ts';
import { provideTexts } from '../../../../src/platform/i18n/web/texts.ts';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';

provideTexts({ studio });

function Settings({ first, onField }: { first: FieldSchema; onField: (field: FieldSchema) => void }) {
  const [field, setField] = useState(first);
  return (
    <FileLimits
      field={field}
      onChange={(change) => {
        const next = { ...field, ...change } as FieldSchema;
        setField(next);
        onField(next);
      }}
    />
  );
}

/** The settings of a new field of this kind; `current` is the field after the last change. */
function open(kind: 'picture' | 'file') {
  const held: { current: FieldSchema } = { current: newField({ properties: {} } as EntitySchema, kind) };
  render(<Settings first={held.current} onField={(field) => (held.current = field)} />);
  return { user: userEvent.setup(), held };
}

it('bounds the number and size of files, and chooses their formats', async () => {
  const { user, held } = open('file');
  expect(held.current['x-sheet']).toEqual({ import: false, export: true });
  await user.clear(screen.getByLabelText('最多几个'));
  await user.type(screen.getByLabelText('最多几个'), '4');
  await user.type(screen.getByLabelText('每个最大（MB）'), '10');
  for (const format of ['PNG', 'JPEG', 'MP3']) await user.click(screen.getByRole('checkbox', { name: format }));
  expect(held.current).toMatchObject({ maxItems: 4, 'x-max-mb': 10, 'x-formats': ['pdf'] });
  // One format is left.
  expect(screen.getByRole('checkbox', { name: 'PDF' })).toBeDisabled();
  for (const format of ['PNG', 'JPEG', 'MP3']) await user.click(screen.getByRole('checkbox', { name: format }));
  expect(held.current['x-formats']).toBeUndefined();
});

it('has no formats to choose for pictures', () => {
  open('picture');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
