import { bindRow } from '#server/bound-rows.ts'
import { PROJECTS } from './bound.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { isOver } from '../engine/order-status.ts'
import { ALL_STATES, type OrderState } from '../engine/states.ts'
import { methodFor } from '../methods/all.ts'
import type { Order } from './access.ts'
import { bindOrder } from './order-bound.ts'
import type { Project } from './projects.ts'

/** Who runs the orders of a project from now on, and who of them handles what is open. */
interface Runner {
  companyId: string
  userId: string
}

/** While people sit in a hall its host does not change. */
const LIVE: readonly OrderState[] = ['open.running', 'open.reading', 'auction.running']
const OPEN = ALL_STATES.filter((state) => !isOver({ state }))

/** A project that the own company buys, whoever runs it, locked for update; undefined for others. */
export function lockOwnPurchase(ctx: Context<Employee>, projectId: string): Promise<Project | undefined> {
  return ctx.one('project', { id: projectId, purchaserCompanyId: ctx.actor.companyId }, { lock: 'update' })
}

/** A project that the own agency runs, locked for update; undefined for others. */
export function lockRunProject(ctx: Context<Employee>, projectId: string): Promise<Project | undefined> {
  return ctx.one('project', { id: projectId, agencyCompanyId: ctx.actor.companyId }, { lock: 'update' })
}

/** The project of a record that the caller has found, locked for update. */
export function lockProject(ctx: Context<Employee>, projectId: string): Promise<Project> {
  return ctx.expectOne('project', { id: projectId }, { lock: 'update' })
}

/**
 * Gives a project, which the caller has locked, and its open orders into other hands. What is over stays with whoever ran it. Approvals
 * that wait end with the event (`approval-nodes.ts`). Throws `wrongState` while a hall is live. Resolves to the orders that changed hands.
 */
export async function handOver(
  ctx: Context<Employee>,
  project: Project,
  { to, reason }: { to: Runner; reason: string },
): Promise<Order[]> {
  const orders = await ctx.many(
    'purchase_order',
    { projectId: project.id, state: OPEN },
    { orderBy: ['id'], lock: 'update' },
  )
  const moving = orders.filter(({ ownerCompanyId }) => ownerCompanyId !== to.companyId)
  const live = moving.find(({ state }) => LIVE.includes(state))
  if (live) {
    const { opening = '' } = methodFor(live).tabs
    throw new AppError('wrongState', `${live.title}（${live.code}）处于“${opening}”阶段，结束后方可操作`)
  }
  const isAgency = to.companyId !== project.purchaserCompanyId
  await ctx.update(
    'project',
    { id: project.id },
    { agencyCompanyId: isAgency ? to.companyId : null, updatedAt: ctx.clock.now() },
  )
  bindRow(ctx, PROJECTS, [project.id])
  for (const order of moving) {
    await ctx.update(
      'purchase_order',
      { id: order.id },
      { ownerCompanyId: to.companyId, createdBy: to.userId, updatedAt: ctx.clock.now() },
    )
    ctx.audit({
      action: 'order.handOver',
      entity: 'order',
      entityId: order.id,
      summary: `${isAgency ? '交由代理机构办理' : '交回采购人办理'}：${order.title}（${order.code}），${reason}`,
      data: { from: order.ownerCompanyId, to: to.companyId },
    })
    bindOrder(ctx, order.id)
    ctx.emit({
      kind: 'order.handed-over',
      payload: { orderId: order.id, from: order.ownerCompanyId, to: to.companyId, reason },
      topics: [`order-owner:${order.id}`],
    })
  }
  return moving
}
