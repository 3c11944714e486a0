import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { drawNumber } from '#features/procurement/server/public.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import { formatDate } from '#contract/time.ts'
import {
  CALL_OFF_STATUS,
  type CallOffAction,
  type CallOffState,
  CONTRACT_STATUS,
  type ContractAction,
  type ContractSide,
  type ContractState,
} from '../rules/status.ts'
import { blockedOf } from './blocked.ts'
import { signingProblem } from './signings.ts'
import { examinedAll } from './team-members.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Contract = Selectable<tables.Contract>
export type CallOff = Selectable<tables.CallOff>
export type CallOffLine = Selectable<tables.CallOffLine>

const RIGHTS: Record<ContractSide, string> = { purchaser: 'performanceHandling', supplier: 'bidding' }

/** Handlers of performance and bidders act; statistics and auditors look on. */
export const ACTS = { workbench: ['purchaser', 'supplier'], right: Object.values(RIGHTS) } as const
export const READS = { ...ACTS, right: [...ACTS.right, 'performanceStatistics', 'auditing'] } as const
export const BUYS = { workbench: 'purchaser', right: RIGHTS.purchaser } as const
export const SELLS = { workbench: 'supplier', right: RIGHTS.supplier } as const

export const CONTRACT_SUBJECT = 'contract'
export const DELIVERY_SUBJECT = 'contract-delivery'
export const REQUEST_SUBJECT = 'contract-payment'

export function sideOf({ actor }: { actor: Actor }): ContractSide {
  return actor.workbench === 'supplier' ? 'supplier' : 'purchaser'
}

/** Whether somebody does what its side does, or only looks on. */
export function isHandler({ actor }: { actor: Actor }): boolean {
  return actor.rights.has(RIGHTS[sideOf({ actor })])
}

/** Whoever reads under contracts: a handler of its side, or one who looks on there. */
export function demandReader(ctx: { actor: Actor }): void {
  if (!mayRead(ctx)) throw new AppError('noRight')
}

export function mayRead(ctx: { actor: Actor }): boolean {
  const { rights, workbench } = ctx.actor
  if (rights.has('auditing')) return true
  return isHandler(ctx) || (workbench === 'purchaser' && rights.has('performanceStatistics'))
}

export function today(ctx: Any): string {
  return formatDate(ctx.clock.now())
}

/** Contracts that the own company may know of from this workbench, as `k`: a draft is the purchaser's alone. */
export function ownContracts(ctx: Context<Actor>) {
  const side = sideOf(ctx)
  return ctx.tx
    .selectFrom('contract as k')
    .where('k.tenantId', '=', ctx.tenantId)
    .where(side === 'supplier' ? 'k.supplierCompanyId' : 'k.purchaserCompanyId', '=', ctx.actor.companyId!)
    .$if(side === 'supplier', (q) => q.where('k.state', '<>', 'draft'))
}

/** One of them, or `notFound`. A lock on it orders everything that happens under the contract. */
export async function ownContract(ctx: Ctx, contractId: string, lock?: 'update'): Promise<Contract> {
  const row = await ownContracts(ctx)
    .selectAll('k')
    .where('k.id', '=', contractId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The locked contract to which the caller may do this now, and its next state. */
export async function demanded(ctx: Ctx, contractId: string, action: ContractAction) {
  return allowed(ctx, contractId, { action, isHeld: true })
}

/** The same, where the approval that holds the contract has been given by now. */
export async function approved(ctx: Ctx, contractId: string, action: ContractAction) {
  return allowed(ctx, contractId, { action, isHeld: false })
}

/** The same as `demanded`, not locked: for what is prepared before the transaction that does it. */
export async function permitted(ctx: Ctx, contractId: string, action: ContractAction) {
  return allowed(ctx, contractId, { action, isHeld: true, isLocked: false })
}

async function allowed(
  ctx: Ctx,
  contractId: string,
  { action, isHeld, isLocked = true }: { action: ContractAction; isHeld: boolean; isLocked?: boolean },
) {
  const row = await ownContract(ctx, contractId, isLocked ? 'update' : undefined)
  if (!isHandler(ctx)) throw new AppError('noRight')
  const facts = await factsOf(ctx, row)
  const who = sideOf(ctx)
  const record = isHeld ? facts : { ...facts, held: null }
  return { row, side: who, to: CONTRACT_STATUS.next(action, { record, who, now: ctx.clock.now().getTime() }) }
}

/** What the status table looks at. */
export async function factsOf(ctx: Any, row: Contract) {
  const [hold, change, unfinished, blocked, signing] = await Promise.all([
    holdOn(ctx, { kind: CONTRACT_SUBJECT, id: row.id }),
    ctx.one('contract_version', { contractId: row.id, state: 'offered' }, { columns: ['version'] }),
    unfinishedOf(ctx, row),
    blockedOf(ctx, row),
    row.state === 'signed' ? signingProblem(ctx, row) : null,
  ])
  return {
    state: row.state as ContractState,
    held: hold?.label ?? null,
    blocked,
    hasOpenChange: row.state === 'signed' && change !== undefined,
    isUnderAgreement: row.agreementId !== null,
    unfinished,
    signing,
  }
}

async function unfinishedOf(ctx: Any, { id, state }: Contract): Promise<string | null> {
  if (state !== 'signed') return null
  const open = await ctx.one('call_off', { contractId: id, state: ['sent', 'confirmed'] }, { columns: ['id'] })
  if (open) return '还有未完成的采购订单'
  const dues = await ctx.many('contract_due', { contractId: id, isDropped: false }, { columns: ['amount', 'paid'] })
  return dues.some(({ amount, paid }) => amount !== paid) ? '还有未付清的款项' : null
}

/** A purchase order of an own contract with both rows, the contract locked, or `notFound`. */
export async function ownCallOff(ctx: Ctx, callOffId: string, lock?: 'update') {
  const found = await ctx.one('call_off', { id: callOffId }, { columns: ['contractId'] })
  if (!found) throw new AppError('notFound')
  const contract = await ownContract(ctx, found.contractId, lock)
  const callOff = await ctx.expectOne('call_off', { id: callOffId })
  return { contract, callOff }
}

/** The same, for an act that its status table allows the caller now. */
export async function demandedCallOff(ctx: Ctx, callOffId: string, action: CallOffAction) {
  const { contract, callOff } = await ownCallOff(ctx, callOffId, 'update')
  if (!isHandler(ctx)) throw new AppError('noRight')
  const who = sideOf(ctx)
  const record = await callOffFacts(ctx, callOff)
  const to = CALL_OFF_STATUS.next(action, { record, who, now: ctx.clock.now().getTime() })
  return { contract, callOff, to }
}

export async function callOffFacts(ctx: Any, callOff: CallOff) {
  const lines = await ctx.many('call_off_line', { callOffId: callOff.id })
  const waiting = await ctx.many('delivery', { callOffId: callOff.id, state: 'sent' }, { columns: ['id'] })
  return {
    state: callOff.state as CallOffState,
    isDelivered: lines.some(({ delivered }) => Number(delivered) > 0),
    hasOpen: lines.some(({ quantity, delivered, rejected }) => Number(delivered) - Number(rejected) < Number(quantity)),
    hasUnjudged: waiting.length > 0,
    examined: await examinedAll(
      ctx,
      waiting.map(({ id }) => id),
    ),
  }
}

/** The next number of the tenant behind a prefix and today, e.g. `HT202611280001`. */
export async function drawCode(ctx: Any, prefix: string): Promise<string> {
  const day = today(ctx).replaceAll('-', '')
  const [drawn] = await ctx.run([drawNumber(ctx.tenantId, `${prefix}/${day}`)])
  return `${prefix}${day}${String(drawn![0]!.last).padStart(4, '0')}`
}

/** Records a fact of a contract; those of its orders, deliveries and payments belong to its history. */
export function record(
  ctx: Any,
  { id, code }: Pick<Contract, 'id' | 'code'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `contract.${action}`,
    entity: 'contract',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
