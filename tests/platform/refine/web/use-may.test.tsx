import '@testing-library/jest-dom/vitest';
import '../../../../src/platform/i18n/web/texts.ts';
import { CanAccess, Refine } from '@refinedev/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessControl, type AreaAct } from '../../../../src/platform/refine/web/access-control.ts';
import { createQueryClient } from '../../../../src/platform/refine/web/query-client.ts';
import { useMay, useMayAll, useRightsChanges } from '../../../../src/platform/refine/web/use-may.ts';
import { forgetRights, rightsFrom, rightsStore } from '../../../../src/platform/session/web/rights.ts';
import { abilitiesOf } from '../../../support/msw-data.ts';

/** The answer in each render of the probe, first render first. */
let seen: string[] = [];
const QUESTIONS: readonly AreaAct[] = [
  ['index', 'open'],
  ['class', 'create'],
  ['class', 'delete'],
];

function Probe() {
  const one = useMay('class', 'create');
  const may = useMayAll(QUESTIONS);
  useRightsChanges();
  const shown = [one, ...QUESTIONS.map(([area, name]) => may(area, name))].map(Number).join('');
  seen.push(shown);
  return <p>{shown}</p>;
}

function Portal({ hidden = false }: { hidden?: boolean }) {
  const [options] = useState(() => ({
    disableTelemetry: true,
    reactQuery: { clientConfig: createQueryClient() },
  }));
  return (
    <Refine accessControlProvider={createAccessControl(new Map())} options={options}>
      {!hidden && <Probe />}
      <Follower />
      <CanAccess resource="class" action="create">
        <p>button</p>
      </CanAccess>
    </Refine>
  );
}

/** Stays mounted without the probe, as the portal does while a page is closed. */
function Follower() {
  useRightsChanges();
  return null;
}

const rights = (areas: string[], acts: Record<string, string[]> = {}) => rightsFrom(abilitiesOf(areas, acts));

beforeEach(() => {
  seen = [];
});
afterEach(() => {
  cleanup();
  forgetRights();
});

describe('checking rights through Refine', () => {
  it('has the answer in the first render and renders once', async () => {
    rightsStore.set(rights(['index'], { create: ['class'] }));
    render(<Portal />);
    expect(await screen.findByText('button')).toBeInTheDocument();
    expect([...new Set(seen)]).toEqual(['1110']);
  });

  it('allows nothing before the server has answered', () => {
    render(<Portal />);
    expect(seen[0]).toBe('0000');
  });

  it('follows a change of the rights, also for Refine’s own components', async () => {
    rightsStore.set(rights(['index'], { create: ['class'] }));
    render(<Portal />);
    await screen.findByText('button');
    act(() => rightsStore.set(rights([], { delete: ['class'] })));
    expect(await screen.findByText('0001')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('button')).not.toBeInTheDocument());
  });

  it('shows no answer of an earlier role when a page is opened again', async () => {
    rightsStore.set(rights(['index'], { create: ['class'] }));
    const { rerender } = render(<Portal />);
    rerender(<Portal hidden />);
    act(() => rightsStore.set(rights(['index'])));
    seen = [];
    rerender(<Portal />);
    await screen.findByText('0100');
    expect([...new Set(seen)]).toEqual(['0100']);
  });
});
