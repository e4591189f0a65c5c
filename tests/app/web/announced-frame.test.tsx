import '@testing-library/jest-dom/vitest';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announcementBanner } from '../../../src/features/announcements/contract/reading.ts';
// Loaded before, as the entry script of the portal does: no test waits for a file to be read.
import '../../../src/features/announcements/web/AnnouncementBanner.tsx';
import { later } from '../../support/component.tsx';
import { portalServer } from '../../support/msw.ts';
import { freshBrowser, holdSession, visit } from './portal-page.tsx';

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  holdSession(portal);
});
afterAll(() => portal.close());

const BANNER = {
  banner: { announcement_id: 'a1', kind: 'announcement', title: '期末安排', published_at: '2026-11-16T00:00:00Z' },
} as const;
const banner = () => screen.queryByRole('complementary', { name: '公告' });
const menu = () => screen.findByRole('navigation', { name: '主菜单' }, { timeout: 5000 });

describe('the layout', () => {
  it('is first shown with the announcement above the page, and asks for it once', async () => {
    portal.answer(announcementBanner, BANNER);
    visit('/index');
    await menu();
    expect(banner()).toBeVisible();
    expect(portal.requests(announcementBanner)).toHaveLength(1);
  });

  it('does not wait longer than a second for it', async () => {
    const answer = later<typeof BANNER>();
    portal.answer(announcementBanner, answer.answer);
    visit('/index');
    await menu();
    expect(banner()).toBeNull();
    answer.give(BANNER);
    expect(await screen.findByRole('complementary', { name: '公告' })).toBeVisible();
  });
});
