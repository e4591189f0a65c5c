import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { ResizablePanel } from '../../../../src/platform/ui/web/panel/ResizablePanel.tsx';
import { ScrollRow } from '../../../../src/platform/ui/web/scroll/ScrollRow.tsx';
import { useDuration } from '../../../../src/platform/ui/web/use-duration.ts';
import { aPortal } from '../../../support/component.tsx';

aPortal();

it('drags a panel between 240 and 500 pixels by pointer, touch and keyboard, and remembers the width', () => {
  const panel = (
    <ResizablePanel name="tree" label="部门" initial={360}>
      内容
    </ResizablePanel>
  );
  const { unmount } = render(panel);
  const separator = screen.getByRole('separator', { name: '部门的宽度' });
  const width = () => Number(screen.getByRole('separator').getAttribute('aria-valuenow'));
  separator.setPointerCapture = () => undefined;
  const drag = (from: number, to: number, pointerType: string) => {
    fireEvent.pointerDown(separator, { clientX: from, button: 0, pointerId: 1, pointerType });
    fireEvent.pointerMove(separator, { clientX: to, pointerId: 1, pointerType });
    fireEvent.pointerUp(separator, { pointerId: 1, pointerType });
  };
  drag(100, 140, 'mouse');
  expect(width()).toBe(400);
  drag(100, 900, 'touch');
  expect(width()).toBe(500);
  fireEvent.pointerMove(separator, { clientX: 0 });
  expect(width()).toBe(500);
  fireEvent.keyDown(separator, { key: 'ArrowLeft' });
  expect(width()).toBe(484);
  fireEvent.keyDown(separator, { key: 'Home' });
  expect(width()).toBe(240);
  unmount();
  render(panel);
  expect(width()).toBe(240);
  fireEvent.doubleClick(screen.getByRole('separator'));
  expect(width()).toBe(360);
});

function Bar() {
  const row = useRef<HTMLUListElement>(null);
  return (
    <ScrollRow row={row}>
      <ul ref={row} aria-label="标签">
        <li>一</li>
      </ul>
    </ScrollRow>
  );
}

it('has a button at each end of a bar of tabs behind which there is more', () => {
  render(<Bar />);
  expect(screen.queryByRole('button')).toBeNull();
  const bar = screen.getByRole('list', { name: '标签' });
  Object.defineProperties(bar, { clientWidth: { value: 100 }, scrollWidth: { value: 300 } });
  fireEvent.scroll(bar);
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['向右滚动']);
  const scrollBy = vi.fn();
  bar.scrollBy = scrollBy;
  fireEvent.click(screen.getByRole('button', { name: '向右滚动' }));
  expect(scrollBy).toHaveBeenCalledWith(expect.objectContaining({ left: 80 }));
  bar.scrollLeft = 100;
  fireEvent.scroll(bar);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  bar.scrollLeft = 200;
  fireEvent.scroll(bar);
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['向左滚动']);
});

it.each([
  [119, '119 分钟'],
  [120, '2 小时'],
  [99 * 60, '99 小时'],
  [99 * 60 + 1, '超过 99 小时'],
])('shows %d minutes as %s', (minutes, text) => {
  const Shown = () => <p>{useDuration()(minutes)}</p>;
  render(<Shown />);
  expect(screen.getByText(text)).toBeVisible();
});
