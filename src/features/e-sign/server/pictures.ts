import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { drawSeal, drawSignature } from './draw.ts'
import { signerOf } from './standing.ts'

type Ctx = Context<Actor | null>

/** Pictures by what they are drawn from; drawing takes tens of milliseconds. */
const DRAWN = new Map<string, Promise<Buffer>>()
const MOST_DRAWN = 100

/** The seal of a company that is in force, and its picture: a square PNG of `SEAL_MM` mm with a clear ground. */
export async function sealImage(
  ctx: Ctx,
  companyId: string,
): Promise<{ sealId: string; name: string; code: string; untilAt: Date; png: Buffer }> {
  const seal = await ctx.one('sign_seal', { companyId, replacedAt: NULL })
  if (!seal) throw new AppError('wrongState', '企业尚无电子印章')
  const { id: sealId, name, code, untilAt } = seal
  if (untilAt <= ctx.clock.now()) throw new AppError('wrongState', '电子印章已过有效期，请由管理员重新制作')
  return { sealId, name, code, untilAt, png: await sealPicture(seal) }
}

/** The picture of a seal, in force or not. */
export function sealPicture({ name, code }: { name: string; code: string }): Promise<Buffer> {
  return drawn(`${code}/${name}`, () => drawSeal({ name, code }))
}

/** The picture of the signature of somebody who may sign for the company: a PNG with a clear ground. */
export async function signatureImage(
  ctx: Ctx,
  who: { companyId: string; userId: string },
): Promise<{ name: string; png: Buffer }> {
  const signer = await signerOf(ctx, who)
  if (!signer) throw new AppError('wrongState', '该人员尚未开通个人签署')
  const { name } = signer
  return { name, png: await drawn(name, () => drawSignature(name)) }
}

function drawn(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const known = DRAWN.get(key)
  if (known) return known
  if (DRAWN.size >= MOST_DRAWN) DRAWN.clear()
  const made = draw()
  DRAWN.set(key, made)
  made.catch(() => DRAWN.delete(key))
  return made
}
