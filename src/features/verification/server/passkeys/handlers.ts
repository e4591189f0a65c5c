import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../passkey-contract.ts';
import { enrol, listPasskeys, propose, remove, rename } from './own-passkeys.ts';
import { challengeProof, challengeSignIn, signIn, verifyByPasskey } from './use-passkey.ts';

const done = { ok: true } as const;

export const passkeyHandlers: readonly Implementation[] = [
  implement(contract.passkeys, (ctx) => listPasskeys(ctx)),
  implement(contract.proposePasskey, (ctx) => propose(ctx)),
  implement(contract.enrolPasskey, (ctx, { body }) => enrol(ctx, body)),
  implement(contract.renamePasskey, async (ctx, { params, body }) => {
    await rename(ctx, params.id, body.name);
    return done;
  }),
  implement(contract.removePasskey, async (ctx, { params }) => {
    await remove(ctx, params.id);
    return done;
  }),
  implement(contract.proofChallenge, (ctx) => challengeProof(ctx)),
  implement(contract.checkPasskey, (ctx, { body }) => verifyByPasskey(ctx, body.credential)),
  implement(contract.signInChallenge, (ctx) => challengeSignIn(ctx)),
  implement(contract.signInByPasskey, (ctx, { body }) => signIn(ctx, body)),
];
