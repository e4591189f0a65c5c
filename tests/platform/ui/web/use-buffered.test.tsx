import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useBuffered } from '../../../../src/platform/ui/web/fields/use-buffered.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function OneField({ onSubmit }: { onSubmit: (text: string) => void }) {
  const [text, setText] = useState('');
  const { typed, type } = useBuffered(text, setText);
  return (
    <form
      aria-label="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text);
      }}
    >
      <input aria-label="text" value={typed} onChange={({ target }) => type(target.value)} />
    </form>
  );
}

/** Types as a browser does, outside of React's test environment, which renders everything at once. */
function typeInto(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

it('a form that is submitted in the moment after the pause has the typed text', () => {
  vi.useFakeTimers();
  const onSubmit = vi.fn();
  render(<OneField onSubmit={onSubmit} />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  typeInto(screen.getByRole('textbox', { name: 'text' }), '建议评估');
  vi.advanceTimersByTime(250);
  screen.getByRole('form', { name: 'form' }).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('建议评估');
});
