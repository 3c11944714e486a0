import { createHash, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ProofPurpose } from '../contract.ts'
import { PROOF_LEVELS, PROOF_ROUNDS, PROOF_SECONDS, PROOF_TRIES } from '../rules.ts'

type Ctx = Pick<Context<Actor | null>, 'clock' | 'key' | 'tx'>

/** What a proof of work is for. A proof for one account or number is worth nothing for another. */
export interface ProofUse {
  purpose: ProofPurpose
  /** Account or number as typed. */
  subject: string
}

/**
 * A challenge of a level from 1 on, signed: nothing is stored until it is answered. What it is for stands in it as a hash.
 */
export function makeChallenge(ctx: Ctx, use: ProofUse, level: number): Promise<Challenge> {
  const bounded = Math.min(Math.max(level, 1), PROOF_LEVELS)
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: PROOF_ROUNDS,
    counter: randomInt(PROOF_TRIES * 2 ** (bounded - 1)),
    deriveKey,
    data: { use: hashOfUse(use), level: bounded, until: ctx.clock.now().getTime() + PROOF_SECONDS * 1000 },
    ...secretsOf(ctx),
  })
}

/**
 * A proof shown for a use at a level, checked but not spent: its challenge's nonce and when it ends; null when there is none,
 * or it is wrong, too old or too easy.
 */
export async function checkProof(
  ctx: Ctx,
  shown: ProofUse & { proof: string | undefined },
  level: number,
): Promise<{ nonce: Buffer; until: Date } | null> {
  const payload = Payload.safeParse(parsed(shown.proof))
  if (!payload.success) return null
  const { challenge, solution } = payload.data
  const { data, nonce } = challenge.parameters
  const isMeant = data.use === hashOfUse(shown) && data.level >= Math.min(level, PROOF_LEVELS)
  if (!isMeant || data.until <= ctx.clock.now().getTime()) return null
  const { verified } = await verifySolution({
    challenge: challenge as unknown as Challenge,
    solution,
    deriveKey,
    ...secretsOf(ctx),
  })
  return verified ? { nonce: Buffer.from(nonce, 'hex'), until: new Date(data.until) } : null
}

/** Checks a proof and spends it: true once. */
export async function spendProof(
  ctx: Ctx,
  shown: ProofUse & { proof: string | undefined },
  level: number,
): Promise<boolean> {
  const good = await checkProof(ctx, shown, level)
  if (!good) return false
  await ctx.tx.deleteFrom('spent_proof').where('expiresAt', '<', ctx.clock.now()).execute()
  const spent = await ctx.tx
    .insertInto('spent_proof')
    .values({ nonce: good.nonce, expiresAt: good.until })
    .onConflict((c) => c.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return spent !== undefined
}

/** As the library's solver gives it: base64 of JSON. Every parameter is covered by the signature. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      data: z.object({ use: z.string(), level: z.number(), until: z.number() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
})

function parsed(proof: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(proof ?? '', 'base64').toString('utf8'))
  } catch {
    return null
  }
}

function hashOfUse({ purpose, subject }: ProofUse): string {
  return createHash('sha256').update(`${purpose}/${subject.trim().toLowerCase()}`).digest('base64url')
}

function secretsOf(ctx: Ctx): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  return {
    hmacSignatureSecret: ctx.key('proof of work').toString('hex'),
    hmacKeySignatureSecret: ctx.key('proof of work solution').toString('hex'),
  }
}
