import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { NULL } from '#server/database/records.ts'
import * as c from '../contract/company.ts'
import { ownSignature } from '../contract/people.ts'
import { ANY, KEEPER, lockOpening, recordOf } from './access.ts'
import { newSeal } from './opening.ts'
import { sealPicture, signatureImage } from './pictures.ts'
import { companyOpening } from './standing.ts'

/** So many days before a seal ends a new one may be made. */
const EARLY_DAYS = 30

export const sealRoutes: readonly Route[] = [
  implement(c.currentSeal, ANY, async (ctx) => {
    const { companyId } = ctx.actor
    const seal = await ctx.one('sign_seal', { companyId, replacedAt: NULL })
    if (!seal) return null
    const { id, name, code, fromAt, untilAt, madeByName } = seal
    return {
      sealId: id,
      name,
      code,
      fromAt: fromAt.toISOString(),
      untilAt: untilAt.toISOString(),
      madeByName,
      isExpired: untilAt <= ctx.clock.now(),
      isRenamed: (await recordOf(ctx, companyId)).name !== name,
    }
  }),

  implementFile(c.sealPicture, ANY, async (ctx, { params }) => {
    const seal = await ctx.one('sign_seal', { id: params.sealId, companyId: ctx.actor.companyId })
    if (!seal) throw new AppError('notFound')
    const content = await sealPicture(seal)
    return { name: `${seal.name}.png`, mime: 'image/png', content, size: content.length, inline: true }
  }),

  implementFile(ownSignature, ANY, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const { name, png } = await signatureImage(ctx, { companyId, userId })
    return { name: `${name}.png`, mime: 'image/png', content: png, size: png.length, inline: true }
  }),

  implement(c.makeSeal, KEEPER, async (ctx) => {
    const { companyId, userId, name: maker } = ctx.actor
    await lockOpening(ctx, companyId)
    if (!(await companyOpening(ctx, companyId))) throw new AppError('wrongState', '企业尚未开通电子签章')
    const { name, creditCode } = await recordOf(ctx, companyId)
    const seal = await ctx.expectOne('sign_seal', { companyId, replacedAt: NULL })
    const left = seal.untilAt.getTime() - ctx.clock.now().getTime()
    if (seal.name === name && left > EARLY_DAYS * DAY)
      throw new AppError('wrongState', `现有印章仍然有效，到期前 ${EARLY_DAYS} 天内或企业更名后可重新制作`)
    const sealId = await newSeal(ctx, { companyId, name, creditCode, madeBy: userId, madeByName: maker })
    ctx.audit({ action: 'e-sign.seal', entity: 'e-sign', entityId: sealId, summary: `重新制作电子印章：${name}` })
    return { sealId }
  }),
]
