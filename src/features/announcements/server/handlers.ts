import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as reading from '../contract/reading.ts';
import * as writing from '../contract/writing.ts';
import { dismissBanner, markAllRead, markOneRead } from './mark-read.ts';
import { publish, unschedule } from './publish.ts';
import { listAnnouncements, openAnnouncement, readBanner } from './read-announcements.ts';
import { listWritten, openWritten, readReaders } from './read-written.ts';
import { readerOf } from './reader.ts';
import { createDraft, deleteDraft, updateDraft } from './save-draft.ts';
import { changeDisplay, withdraw } from './withdraw.ts';
import { readChoices } from './writer.ts';

const done = { ok: true } as const;

const readers: readonly Implementation[] = [
  implement(reading.announcements, (ctx, { query }) => listAnnouncements(ctx, query)),
  implement(reading.announcementBanner, (ctx) => readBanner(ctx)),
  implement(reading.announcement, (ctx, { params: { id } }) => openAnnouncement(ctx, id)),
  implement(reading.readAnnouncement, async (ctx, { params: { id } }) => {
    const reader = await readerOf(ctx);
    await ctx.transaction((tx) => markOneRead(ctx, tx, reader, id));
    return done;
  }),
  implement(reading.readAllAnnouncements, async (ctx, { body: { kind } }) => {
    const reader = await readerOf(ctx);
    await ctx.transaction((tx) => markAllRead(ctx, tx, reader, kind));
    return done;
  }),
  implement(reading.dismissAnnouncement, async (ctx, { params: { id } }) => {
    const reader = await readerOf(ctx);
    await ctx.transaction((tx) => dismissBanner(ctx, tx, reader, id));
    return done;
  }),
];

const writers: readonly Implementation[] = [
  implement(writing.writtenAnnouncements, (ctx, { query }) => listWritten(ctx, query)),
  implement(writing.announcementChoices, (ctx) => readChoices(ctx)),
  implement(writing.writtenAnnouncement, (ctx, { params: { id } }) => openWritten(ctx, id)),
  implement(writing.createAnnouncement, (ctx, { body }) => ctx.transaction((tx) => createDraft(ctx, tx, body))),
  implement(writing.updateAnnouncement, (ctx, { params: { id }, body: { version, ...draft } }) =>
    ctx.transaction((tx) => updateDraft(ctx, tx, id, draft, version)),
  ),
  implement(writing.deleteAnnouncement, async (ctx, { params: { id } }) => {
    await ctx.transaction((tx) => deleteDraft(ctx, tx, id));
    return done;
  }),
  implement(writing.publishAnnouncement, (ctx, { params: { id }, body: { version, publish_at } }) =>
    ctx.transaction((tx) => publish(ctx, tx, id, version, publish_at)),
  ),
  implement(writing.unscheduleAnnouncement, (ctx, { params: { id } }) =>
    ctx.transaction((tx) => unschedule(ctx, tx, id)),
  ),
  implement(writing.withdrawAnnouncement, (ctx, { params: { id }, body: { reason } }) =>
    ctx.transaction((tx) => withdraw(ctx, tx, id, reason)),
  ),
  implement(writing.displayAnnouncement, (ctx, { params: { id }, body }) =>
    ctx.transaction((tx) => changeDisplay(ctx, tx, id, body)),
  ),
  implement(writing.announcementReaders, (ctx, { params: { id }, query }) => readReaders(ctx, id, query)),
];

export const announcementHandlers: readonly Implementation[] = [...readers, ...writers];
