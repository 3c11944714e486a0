import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { holderFinding } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Selectable } from 'kysely'
import type { PurchaseOrder } from '#server/database/tables.ts'
import type { startCeremony } from '../contract.ts'
import { CEREMONY, CeremonyStatus, type OfficerRole } from '../rules.ts'
import { keyHolders } from '#features/procurement/rules/key-holders.ts'
import { attemptsOf, factsOf, orderOfOwner, ownersAttempt } from './access.ts'
import { failed, stepTaken } from './progress.ts'
import { supervisorsOf } from './invitations.ts'
import { ownerView } from './owner-view.ts'
import { demandIndependent } from './holders.ts'
import { demandImpartial } from './ties.ts'

type Ctx = Context<Employee>
type Order = Selectable<PurchaseOrder>
interface Candidate {
  userId: string
  name: string
  companyName: string
  role: OfficerRole
}

export async function jointKeyOfOrder(ctx: Ctx, orderId: string) {
  const order = await orderOfOwner(ctx, orderId)
  const attempts = await attemptsOf(ctx, orderId)
  const views = []
  for (const attempt of attempts) views.push(await ownerView(ctx, order, attempt))
  const current = views.find((view) => view.status !== CeremonyStatus.values.failed) ?? null
  const { severity } = (await holderFinding(ctx, order, keyHolders([], 2)))!
  return {
    method: order.method,
    current,
    unitRule: severity,
    earlier: views.filter((view) => view !== current),
    canStart: current === null && order.state === 'publish.draft' && isJoint(order.settings),
  }
}

/** People of the two companies, and supervisors who accepted to be. */
export async function candidates(ctx: Ctx, orderId: string): Promise<Candidate[]> {
  const order = await orderOfOwner(ctx, orderId)
  const supervisors = await supervisorsOf(ctx, orderId)
  return [...(await peopleOf(ctx, order)), ...supervisors.map((one) => ({ ...one, role: 'supervisor' as const }))]
}

/** Begins an attempt. Nobody can be added later, for all of it is bound to who they are. */
export async function start(ctx: Ctx, orderId: string, body: BodyOf<typeof startCeremony>) {
  const order = await orderOfOwner(ctx, orderId, 'update')
  if (order.state !== 'publish.draft') throw new AppError('wrongState', '采购单已发布，不能再生成联合密钥')
  if (!isJoint(order.settings)) throw new AppError('wrongState', '请先在“开启方式”中选择联合密钥')
  if (order.suite !== 'intl') throw new AppError('wrongState', '联合密钥模式仅支持国际算法套件')
  const attempts = await attemptsOf(ctx, orderId)
  if (attempts.some(({ row }) => row.status !== CeremonyStatus.values.failed))
    throw new AppError('conflict', '已有进行中的联合密钥，请先作废')
  const officers = await namedOfficers(ctx, order, body.officers)
  await demandImpartial(ctx, order, officers)
  await demandIndependent(ctx, order, { officers, threshold: body.threshold })
  const ceremonyId = ctx.newId()
  await ctx.insert('joint_ceremony', {
    id: ceremonyId,
    orderId,
    attempt: attempts.length + 1,
    threshold: body.threshold,
    status: CeremonyStatus.values.devices,
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  })
  await ctx.insert(
    'joint_officer',
    officers.map((officer, i) => ({ ceremonyId, idx: i + 1, ...officer })),
  )
  ctx.audit({
    action: 'joint-key.start',
    entity: 'order',
    entityId: orderId,
    summary: `发起联合密钥：${officers.length}名保管人，${body.threshold}名可解密`,
    data: { ceremonyId, threshold: body.threshold, officers },
  })
  stepTaken(ctx, { id: ceremonyId, orderId }, CeremonyStatus.values.devices)
  return { ceremonyId }
}

export async function drop(ctx: Ctx, at: { orderId: string; ceremonyId: string }, reason: string): Promise<void> {
  await orderOfOwner(ctx, at.orderId, 'update')
  const attempt = await ownersAttempt(ctx, at.orderId, ({ id }) => id === at.ceremonyId)
  const subject = { record: factsOf(attempt, null), who: { part: 'owner' as const }, now: ctx.clock.now().getTime() }
  CEREMONY.next('fail', subject)
  await failed(ctx, attempt, { failure: `采购方作废：${reason}`, liars: [] })
}

async function namedOfficers(ctx: Ctx, order: Order, wanted: BodyOf<typeof startCeremony>['officers']) {
  const ids = wanted.map(({ userId }) => userId)
  const own = await peopleOf(ctx, order, ids)
  const supervisors = await supervisorsOf(ctx, order.id)
  return wanted.map(({ userId, role }) => {
    const person =
      role === 'supervisor'
        ? supervisors.find((one) => one.userId === userId)
        : own.find((one) => one.userId === userId && one.role === role)
    if (!person)
      throw new AppError(
        'invalid',
        role === 'supervisor' ? '监督人须先接受邀请' : '保管人不存在、已停用或不属于所选的单位',
      )
    return { userId, name: person.name, companyName: person.companyName, role }
  })
}

/** Employees of the two companies; `userIds`: those among these. A list to choose from ends at 200. */
async function peopleOf(ctx: Ctx, order: Order, userIds?: readonly string[]): Promise<Candidate[]> {
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .select(['e.userId as userId', 'e.name', 'c.name as companyName', 'e.companyId'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', 'in', [order.purchaserCompanyId, order.ownerCompanyId])
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .$if(userIds !== undefined, (q) => q.where('e.userId', 'in', [...userIds!]))
    .orderBy('e.id')
    .limit(200)
    .execute()
  return rows.map(({ companyId, ...person }) => {
    const role: OfficerRole = companyId === order.purchaserCompanyId ? 'purchaser' : 'agency'
    return { ...person, role }
  })
}
