import { AppError } from '#contract/errors.ts'
import { jointKeyPlace } from '#features/procurement/methods/places.ts'
import { groupsOf } from '#features/organisation/server/public.ts'
import {
  named,
  orderRow,
  tellOwners,
  tiesInWords,
  tiesToParticipants,
  type Tie,
} from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { CeremonyStatus, OFFICER_RULE } from '../rules.ts'
import { type Any, type Attempt, attemptOf, attemptsOf } from './access.ts'
import { TIE } from './messages.ts'

type Order = Awaited<ReturnType<typeof orderRow>>

/** Refuses to name people who belong to a company that takes part in the order, or to one associated with it. */
export async function demandImpartial(
  ctx: Any,
  order: Order,
  officers: readonly { userId: string; name: string }[],
): Promise<void> {
  const ties = await tiesToParticipants(ctx, order, officers)
  if (ties.length === 0) return
  throw new AppError(
    'legalRule',
    `以下人员应当回避，不得担任保管人：${tiesInWords(ties)}。依据：${OFFICER_RULE.citation}`,
    {
      ruleId: OFFICER_RULE.id,
      officers: ties.map((tie) => tie.userId),
    },
  )
}

/** Why officers should step back, by user; for the buyer's side alone. */
export async function tiesOf(ctx: Any, order: Order, attempt: Attempt): Promise<Map<string, string>> {
  const ties = await tiesToParticipants(ctx, order, takingPart(attempt))
  const byPerson = Map.groupBy(ties, (tie) => tie.userId)
  return new Map([...byPerson].map(([userId, of]) => [userId, of.map((tie) => tie.reason).join('；')]))
}

/** A company signs up for which an officer works: whoever runs the order is told what to do about it. */
const tellOfSignUp: Subscriber = {
  name: 'joint-key: tell of ties',
  kind: 'trade.signed-up',
  async handle(ctx, { id: eventId, payload }) {
    const attempt = (await attemptsOf(ctx, String(payload.orderId))).find(isInUse)
    if (attempt) await tell(ctx, attempt, { eventId, about: (tie) => tie.tradeId === payload.tradeId })
  },
}

/** An officer begins to work somewhere, for a bidder perhaps. */
const tellOfJob = (kind: string): Subscriber => ({
  name: `joint-key: tell of ties (${kind})`,
  kind,
  async handle(ctx, { id: eventId, payload }) {
    const userId = String(payload.userId)
    for (const attempt of await attemptsInUse(ctx, userId))
      await tell(ctx, attempt, { eventId, about: (tie) => tie.userId === userId })
  },
})

/** Two groups become one. Which ties are new by it cannot be told from those known: all that come from groups are said. */
const tellOfGroup: Subscriber = {
  name: 'joint-key: tell of ties (association)',
  kind: 'association.changed',
  async handle(ctx, { id: eventId, payload }) {
    if (payload.action !== 'agree') return
    const joined = new Set((await groupsOf(ctx, [String(payload.companyId)])).values().next().value)
    for (const attempt of await attemptsInUse(ctx))
      await tell(ctx, attempt, { eventId, about: (tie) => tie.isByGroup && joined.has(tie.companyId) })
  },
}

/** A tie may arise with every sign-up, every new job of an officer, and every group that grows. */
export const tellOfTies: readonly Subscriber[] = [
  tellOfSignUp,
  tellOfJob('employee.created'),
  tellOfJob('employee.enabled'),
  tellOfGroup,
]

async function tell(
  ctx: Any,
  attempt: Attempt,
  { eventId, about }: { eventId: number; about: (tie: Tie) => boolean },
): Promise<void> {
  const order = await orderRow(ctx, attempt.row.orderId)
  const ties = (await tiesToParticipants(ctx, order, takingPart(attempt))).filter(about)
  if (ties.length === 0) return
  const said = tiesInWords(ties)
  ctx.audit({
    action: 'joint-key.tie',
    entity: 'order',
    entityId: order.id,
    summary: `联合密钥保管人应当回避：${said}`,
    data: { ruleId: OFFICER_RULE.id, tradeIds: [...new Set(ties.map((tie) => tie.tradeId))] },
  })
  await tellOwners(
    { ctx, order, event: { id: eventId, kind: TIE } },
    {
      title: '联合密钥保管人应当回避',
      content: `${named(order)}：${said}。请在联合密钥页面办理回避。依据：${OFFICER_RULE.citation}。`,
      link: (reader) => jointKeyPlace(order, reader),
    },
  )
}

/** Attempts that may still open bids; `userId`: in which this person takes part. */
async function attemptsInUse(ctx: Any, userId?: string): Promise<Attempt[]> {
  const rows = await ctx.tx
    .selectFrom('joint_ceremony as c')
    .innerJoin('joint_officer as o', (j) => j.onRef('o.tenantId', '=', 'c.tenantId').onRef('o.ceremonyId', '=', 'c.id'))
    .select('c.id')
    .distinct()
    .where('c.tenantId', '=', ctx.tenantId)
    .where('c.status', '<>', CeremonyStatus.values.failed)
    .where('o.excusedAt', 'is', null)
    .$if(userId !== undefined, (q) => q.where('o.userId', '=', userId!))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('joint_opening as j')
            .select('j.orderId')
            .whereRef('j.tenantId', '=', 'c.tenantId')
            .whereRef('j.ceremonyId', '=', 'c.id')
            .where((is) => is.or([is('j.begunAt', 'is not', null), is('j.doneAt', 'is not', null)])),
        ),
      ),
    )
    .execute()
  const attempts: Attempt[] = []
  for (const { id } of rows) attempts.push((await attemptOf(ctx, id))!)
  return attempts.filter(isInUse)
}

function isInUse({ row, isOver }: Attempt): boolean {
  return row.status !== CeremonyStatus.values.failed && !isOver
}

/** Officers who have not stepped back; what began after they were named is told apart. */
function takingPart({ row, officers }: Attempt) {
  return officers
    .filter((officer) => officer.excusedAt === null)
    .map((officer) => ({ ...officer, asOf: row.createdAt }))
}
