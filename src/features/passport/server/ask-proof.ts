import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import { loginLevel } from './login.ts'
import { makeChallenge, type ProofUse } from './proofs.ts'
import { smsStanding } from './sms-codes.ts'

/** Work for this browser to prove, as hard as things stand for what it is meant for. */
export async function askProof(
  ctx: Context<Actor | null>,
  use: ProofUse,
  raw: Input<unknown, unknown, unknown>['raw'],
): Promise<{ challenge: Record<string, unknown> }> {
  const level = await levelOf(ctx, use, raw)
  return { challenge: { ...(await makeChallenge(ctx, use, level)) } }
}

async function levelOf(
  ctx: Context<Actor | null>,
  { purpose, subject }: ProofUse,
  raw: Input<unknown, unknown, unknown>['raw'],
): Promise<number> {
  switch (purpose) {
    case 'login':
      return loginLevel(ctx, subject, raw)
    case 'sms':
      return (await smsStanding(ctx, subject)).level
  }
}
