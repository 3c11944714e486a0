import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { LapseStanding } from '../contract/shared.ts'
import {
  dayOfDeadline,
  dayThatCounts,
  expiredInWords,
  failing,
  type Lapse,
  standingsOf,
} from '../rules/qualification.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import { supplierAdmission } from './admission-port.ts'

/* Documents that an order demands, held against the certificates that its purchaser knows of a supplier. */

type Any = Context<Actor | null>
type Of = Pick<Order, 'purchaserCompanyId' | 'settings' | 'bidEnd' | 'signUpEnd'>
type Given = { kind?: string | undefined; sha256: string; validUntil: string | null }

/** Made once: a schema costs more to make than to use. */
const Demands = OrderSettings.pick({ qualifications: true })

/** Demanded documents of a company that have expired or end before offers are due, with what it handed in for them. */
export async function lapsesOf(
  ctx: Any,
  order: Of,
  { companyId, given }: { companyId: string; given: readonly Given[] },
): Promise<LapseStanding[]> {
  const { qualifications } = Demands.parse(order.settings)
  const lapses = await known(ctx, order, companyId)
  return standingsOf(lapses, { qualifications, given, day: dayThatCounts(order, ctx.clock.now()) })
}

/** Refuses to approve a sign-up whose demanded documents have expired, unless renewed ones were handed in. */
export function demandQualified(standings: readonly LapseStanding[]): void {
  const failed = failing(standings)
  if (failed.length === 0) return
  throw new AppError(
    'qualificationExpired',
    `${expiredInWords(failed)}，且未提交有效期内的新证，不能审核通过`,
    failed.map(({ kind, validUntil }) => ({ path: kind, message: `有效期至 ${validUntil}` })),
  )
}

/** Refuses documents that are stated to hold and do not: over already, or the very file of the one that has expired. */
export async function demandInForce(
  ctx: Any,
  order: Of,
  { companyId, given }: { companyId: string; given: readonly Given[] },
): Promise<void> {
  const stated = given.filter(({ validUntil }) => validUntil !== null)
  if (stated.length === 0) return
  const day = dayThatCounts(order, ctx.clock.now())
  const over = stated.find(({ validUntil }) => validUntil! < day)
  if (over) throw refused(`${over.kind}有效期至 ${over.validUntil}，已过期，请提交有效期内的证件`)
  const expired = (await known(ctx, order, companyId)).filter(({ validUntil }) => validUntil < day)
  const same = stated.find((one) => expired.some(({ kind, files }) => kind === one.kind && files.includes(one.sha256)))
  if (same) throw refused(`${same.kind}与公告单位登记的已过期证件是同一份文件，请提交换发后的证件`)
}

/** Asked up to the deadline: what ends before it is worth knowing, though it holds today. */
async function known(ctx: Any, order: Of, companyId: string): Promise<Lapse[]> {
  const { qualifications } = Demands.parse(order.settings)
  const kinds = qualifications.map(({ name }) => name)
  const before = dayOfDeadline(order) ?? formatDate(ctx.clock.now())
  return kinds.length === 0 ? [] : supplierAdmission().lapses(ctx, { order, companyId, kinds, before })
}

function refused(message: string): AppError {
  return new AppError('invalid', message, [{ path: 'files', message }])
}
