import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { expectOwnBack, LeaveGuards, useCloseOnBack } from '../../../../src/platform/ui/web/leaving.ts';

afterEach(cleanup);

const onBack = vi.fn();
function Page() {
  useCloseOnBack(true, onBack);
  return (
    <>
      <LeaveGuards />
      <p>页面</p>
    </>
  );
}

it('Back closes the open dialog, also after a navigation of the page was cancelled', async () => {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>别处</p> },
      { path: '/page', element: <Page /> },
    ],
    { initialEntries: ['/', '/page'] },
  );
  render(<RouterProvider router={router} />);
  window.history.replaceState({ idx: 0 }, '');
  expectOwnBack();
  window.history.replaceState({ idx: 1 }, '');
  await act(() => router.navigate(-1));
  expect(onBack).toHaveBeenCalledOnce();
  screen.getByText('页面');

  window.history.replaceState({ idx: 2 }, '');
  expectOwnBack();
  window.history.replaceState({ idx: 1 }, '');
  await act(() => router.navigate(-1));
  expect(onBack).toHaveBeenCalledOnce();
  screen.getByText('别处');
});
