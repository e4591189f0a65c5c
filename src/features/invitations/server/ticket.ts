import { createHmac, randomBytes } from 'node:crypto';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { isSame } from './code-hash.ts';

/** Time to fill in the form: a code of three minutes that was opened in time is enough. */
const TICKET_MS = 30 * 60_000;
const ID_BYTES = 16;

/**
 * Admits one registration by one invitation. It is signed and stored nowhere, so that opening a page costs the server
 * nothing; what it was used for is found by its id.
 */
export interface Ticket {
  id: string;
  orgId: string;
  invitationId: string;
  until: number;
}

const macOf = ({ services: { cipher } }: RequestContext, text: string): string =>
  createHmac('sha256', cipher.keyFor('registration tickets')).update(text).digest('base64url');

export function newTicket(
  ctx: RequestContext,
  orgId: string,
  invitationId: string,
): { secondary_token: string; expires_at: string } {
  const until = ctx.now() + TICKET_MS;
  const text = `${randomBytes(ID_BYTES).toString('base64url')}.${orgId}.${invitationId}.${until}`;
  return { secondary_token: `${text}.${macOf(ctx, text)}`, expires_at: isoTime(until) };
}

/** The ticket of a request, valid or over; undefined without a genuine one. */
function readTicket(ctx: RequestContext): Ticket | undefined {
  const [id = '', orgId = '', invitationId = '', until = '', mac = '', ...more] = ctx.secondaryToken.split('.');
  if (more.length > 0 || !isSame(mac, macOf(ctx, `${id}.${orgId}.${invitationId}.${until}`))) return undefined;
  return { id, orgId, invitationId, until: Number(until) };
}

/** Like `readTicket`, for this invitation. */
export function ticketOf(ctx: RequestContext, invitationId: string): Ticket | undefined {
  const ticket = readTicket(ctx);
  return ticket?.invitationId === invitationId ? ticket : undefined;
}

export const isOver = (ctx: RequestContext, { until }: Ticket): boolean => ctx.now() >= until;

function requireValid(ctx: RequestContext, ticket: Ticket | undefined): Ticket {
  if (!ticket || isOver(ctx, ticket)) throw new AppError('PSY_REGISTRATION_TICKET');
  return ticket;
}

/** @throws AppError PSY_REGISTRATION_TICKET */
export const requireTicket = (ctx: RequestContext, invitationId: string): Ticket =>
  requireValid(ctx, ticketOf(ctx, invitationId));

/** A ticket of any invitation. @throws AppError PSY_REGISTRATION_TICKET */
export const genuineTicket = (ctx: RequestContext): Ticket => requireValid(ctx, readTicket(ctx));
