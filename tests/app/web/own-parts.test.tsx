import '@testing-library/jest-dom/vitest';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OwnParts } from '../../../src/features/home/web/OwnParts.tsx';
import { registerFeatures } from '../../../src/platform/feature/web/registry.ts';

const answers = new Map<string, { give: () => void; refuse: () => void }>();

/** A part of a home page that shows its name once its data are there. */
const partOf = (name: string) => async () => () => {
  const { data, error } = useQuery({
    queryKey: [name],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        answers.set(name, { give: () => resolve(name), refuse: () => reject(new Error('refused')) });
      }),
    retry: false,
  });
  return data === undefined && error === null ? null : <h2>{error === null ? data : `${name}失败`}</h2>;
};

registerFeatures(['通知', '测评', '预约'].map((name) => ({ name, ownHome: partOf(name) })));

it('shows the parts of a student’s home together, once each has its data or has failed', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnParts waitMs={1_000_000} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(answers.size).toBe(3));
  await act(async () => answers.get('测评')?.give());
  expect(await screen.findByText('测评')).not.toBeVisible();
  await act(async () => answers.get('预约')?.refuse());
  expect(await screen.findByText('预约失败')).not.toBeVisible();
  await act(async () => answers.get('通知')?.give());
  await waitFor(() => expect(screen.getByText('通知')).toBeVisible());
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['通知', '测评', '预约失败']);
});
