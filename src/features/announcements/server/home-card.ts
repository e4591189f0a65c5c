import type { HomeCard } from '../../../platform/home/server/cards.ts';
import { freshFor, unreadFor } from './queries/reading.ts';
import { readerOf } from './reader.ts';

const SHOWN = 4;

/** The latest announcements and articles of the reader, unread ones first. */
export const announcementsCard: HomeCard = {
  key: 'announcements',
  area: 'platform-announcement',
  order: 65,
  size: 'medium',
  async read(ctx) {
    const reader = await readerOf(ctx);
    const now = ctx.nowIso();
    const [items, waiting] = await ctx.read([freshFor(reader, now, {}, SHOWN), unreadFor(reader, now)]);
    return {
      unread: waiting.reduce((sum, { n }) => sum + n, 0),
      announcements: items.map(({ announcement_id, kind, title, published_at, read_at }) => ({
        announcement_id,
        kind,
        title,
        published_at,
        read: read_at !== null,
      })),
    };
  },
};
