import { randomInt } from 'node:crypto'
import { UNITS } from '#features/payment/rules/catalogue.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { SEAL_YEARS } from '../rules/status.ts'
import { later } from '#features/membership/rules/period.ts'

type Ctx = Context<Actor | null>

/** Event that an application was decided by the platform or proven by its amount. */
export const DECIDED_EVENT = 'e-sign.audit.decided'

interface Passed {
  id: string
  companyId: string
  companyName: string
  creditCode: string
  appliedBy: string
  appliedByName: string
}

/** Opens electronic signatures for a company by an application that has just passed, and has its seal made. */
export async function openNow(
  ctx: Ctx,
  { id, companyId, companyName, creditCode, appliedBy, appliedByName }: Passed,
  decider: { decidedBy: string; decidedByName: string } | null = null,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.update('sign_application', { id }, { state: 'passed', decidedAt: now, ...decider })
  await ctx.insert('sign_company', { companyId, applicationId: id, openedAt: now })
  await newSeal(ctx, { companyId, name: companyName, creditCode, madeBy: appliedBy, madeByName: appliedByName })
  ctx.audit({ action: 'e-sign.open', entity: 'e-sign', entityId: id, summary: `${companyName}开通电子签章` })
  ctx.emit({ kind: DECIDED_EVENT, payload: { applicationId: id }, topics: [`company:${companyId}`] })
}

/** A seal in the name of the company in place of the one before; its code begins with the company's region. */
export async function newSeal(
  ctx: Ctx,
  seal: { companyId: string; name: string; creditCode: string; madeBy: string; madeByName: string },
): Promise<string> {
  const { companyId, name, creditCode, madeBy, madeByName } = seal
  const now = ctx.clock.now()
  await ctx.update('sign_seal', { companyId, replacedAt: NULL }, { replacedAt: now })
  const id = ctx.newId()
  await ctx.insert('sign_seal', {
    id,
    companyId,
    name,
    code: await freeCode(ctx, /^\d{6}$/.test(creditCode.slice(2, 8)) ? creditCode.slice(2, 8) : '000000'),
    fromAt: now,
    untilAt: later(now, SEAL_YEARS, UNITS.year),
    madeBy,
    madeByName,
  })
  return id
}

/** Thirteen digits as the codes of real seals have; chance, so that nobody counts seals by them. */
async function freeCode(ctx: Ctx, region: string): Promise<string> {
  for (;;) {
    const code = `${region}${String(randomInt(10_000_000)).padStart(7, '0')}`
    if (!(await ctx.one('sign_seal', { code }, { columns: ['id'] }))) return code
  }
}
