import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watermarkRemoved } from '../../../../src/features/security-settings/contract.ts';
import { abilities } from '../../../../src/platform/access/contract.ts';
import '../../../../src/features/verification/web/Watermark.tsx';
import { rightsStore } from '../../../../src/platform/session/web/rights.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { abilitiesOf, student } from '../../../support/msw-data.ts';
import { portalServer } from '../../../support/msw.ts';

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  holdSession(portal);
  portal.answer(abilities, { ...abilitiesOf(['index']), flags: { watermark: true } });
  portal.answer(watermarkRemoved, { ok: true });
});
afterAll(() => portal.close());

const mark = () => document.querySelector<HTMLElement>('[data-watermark]');
const findMark = async () => {
  await screen.findByText('o2001r4');
  return waitFor(() => {
    const element = mark();
    if (!element) throw new Error('no watermark');
    return element;
  });
};
const pictureOf = (element: HTMLElement) => decodeURIComponent(element.style.getPropertyValue('background-image'));
const removalReports = () => portal.requests(watermarkRemoved).map(({ body }) => body);

describe('the watermark', () => {
  it('names the viewer, rotated and faint, and lets every click through', async () => {
    visit('/account-seeting');
    const element = await findMark();
    const picture = pictureOf(element);
    expect(picture).toContain('内部资料 请勿外传');
    expect(picture).toContain('李超 o2001r4');
    expect(picture).toMatch(/rotate\(-22 .*fill-opacity="0\.1"/);
    expect([element.style.getPropertyValue('pointer-events'), element.getAttribute('aria-hidden')]).toEqual([
      'none',
      'true',
    ]);
  });

  it.each([
    ['is taken out', (element: HTMLElement) => element.remove()],
    [
      'is hidden',
      (element: HTMLElement) => {
        element.style.display = 'none';
      },
    ],
    [
      'is marked as hidden',
      (element: HTMLElement) => {
        element.hidden = true;
      },
    ],
    [
      'is made transparent',
      (element: HTMLElement) => {
        element.style.setProperty('opacity', '0', 'important');
      },
    ],
    [
      'is covered by a class',
      (element: HTMLElement) => {
        element.className = 'none';
      },
    ],
    ['is moved elsewhere', (element: HTMLElement) => document.createElement('div').append(element)],
  ])('is restored when it %s, and that is reported', async (_, harm) => {
    visit('/account-seeting');
    const before = await findMark();
    const picture = pictureOf(before);
    act(() => harm(before));
    await waitFor(() => expect(mark()).not.toBe(before));
    await waitFor(() => expect(removalReports()).toEqual([{ page: '账号设置' }]));
    const after = await findMark();
    expect([pictureOf(after), after.parentElement, document.querySelectorAll('[data-watermark]').length]).toEqual([
      picture,
      document.body,
      1,
    ]);
  });

  it('is shown to staff only', async () => {
    freshBrowser(portal, student());
    holdSession(portal, 'u2');
    portal.answer(abilities, { ...abilitiesOf(['index']), flags: { watermark: true } });
    visit('/index');
    expect(await screen.findByRole('heading', { name: '等我做的事' })).toBeVisible();
    act(() => rightsStore.set({ ...rightsStore.get(), flags: { watermark: true } }));
    expect([mark(), document.querySelector('[data-protected]')]).toEqual([null, null]);
  });

  it('is removed when the organisation turns it off', async () => {
    visit('/account-seeting');
    await findMark();
    act(() => rightsStore.set({ ...rightsStore.get(), flags: {} }));
    await waitFor(() => expect(mark()).toBeNull());
    expect(removalReports()).toEqual([]);
  });
});
