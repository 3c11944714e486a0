import { AppError } from '#contract/errors.ts'
import { statusTable } from '#contract/transition.ts'
import { addDays, beginOf } from '../rules/days.ts'
import { LISTS, type List, listingState, type ListingState } from '../rules/listings.ts'
import { type Any, type Ctx, type Listing, ownListing, todayOf } from './access.ts'
import { LISTING_END, LISTING_SUBJECT } from './kinds.ts'
import { actorName } from './record.ts'

export type ListingAction = 'edit' | 'remove' | 'decide' | 'lift' | 'sync' | 'confirm'

interface Facts {
  kind: List
  state: ListingState
  match: string
  isCopy: boolean
  pendingApproval: string | null
}

const isOwn = (_who: 'keeper', { kind }: Facts) => kind !== 'untrust'
const always = () => true

/** Every act on an entry. One that came from a company above ends with the one it was copied from. */
export const LISTING_STATUS = statusTable<ListingState, ListingAction, Facts, 'keeper'>(
  ({ state }) => state,
  [
    { action: 'decide', label: '提交生效', from: ['draft'], to: 'inForce', who: isOwn, primary: true },
    { action: 'edit', label: '编辑', from: ['draft'], who: isOwn },
    { action: 'remove', label: '删除', from: ['draft'], who: isOwn, danger: true, confirm: '删除该草稿？' },
    {
      action: 'confirm',
      label: '核实',
      from: ['inForce', 'upcoming', 'ended'],
      who: (_who, { match }) => match === 'possible',
      primary: true,
    },
    {
      action: 'sync',
      label: '同步下级',
      from: ['inForce', 'upcoming'],
      who: (_who, { kind, isCopy }) => kind === 'black' && !isCopy,
    },
    {
      action: 'lift',
      label: '提前解除',
      from: ['inForce', 'upcoming'],
      to: 'lifted',
      who: always,
      danger: true,
      guard: ({ isCopy }) => (isCopy ? '由上级单位同步，随上级单位的记录解除' : true),
    },
  ],
  ({ pendingApproval }) => (pendingApproval === null ? true : `“${pendingApproval}”正在审批`),
)

/** What the status table looks at. */
export function factsOf(row: Listing, today: string, pendingApproval: string | null): Facts {
  const state = listingState({ state: row.state as 'draft', from: row.fromDay, until: row.untilDay }, today)
  return { kind: row.kind as List, state, match: row.match, isCopy: row.sourceListingId !== null, pendingApproval }
}

/** The locked entry to which the caller may do this now. */
export async function demanded(ctx: Ctx, id: string, action: ListingAction): Promise<Listing> {
  const row = await ownListing(ctx, id, 'update')
  const hold = await ctx.one('approval_hold', { subjectKind: LISTING_SUBJECT, subjectId: id })
  demand(ctx, action, factsOf(row, todayOf(ctx), hold?.nodeLabel ?? null))
  return row
}

/** The same of a step that is approved, whose hold is not over yet. */
async function approved(ctx: Ctx, id: string, action: ListingAction): Promise<Listing> {
  const row = await ownListing(ctx, id, 'update')
  demand(ctx, action, factsOf(row, todayOf(ctx), null))
  return row
}

function demand(ctx: Ctx, action: ListingAction, record: Facts): void {
  LISTING_STATUS.next(action, { record, who: 'keeper', now: ctx.clock.now().getTime() })
}

/** Puts a draft into force, from its first day on. */
export async function decide(ctx: Ctx, id: string): Promise<object> {
  const row = await approved(ctx, id, 'decide')
  if (row.untilDay !== null && row.untilDay < todayOf(ctx))
    throw new AppError('wrongState', '期限已过，请修改后重新提交')
  await ctx.update(
    'supplier_listing',
    { id },
    { state: 'decided', decidedAt: ctx.clock.now(), decidedByName: ctx.actor.name },
  )
  await planEnd(ctx, row)
  await record(ctx, row, { action: 'decide', summary: `列入${LISTS[row.kind as List]}：${row.reason}` })
  ctx.emit({ kind: 'supplier.listing', payload: { listingId: id, to: 'decided' } })
  return {}
}

/** Ends an entry, and what subordinate companies have of it. */
export async function lift(ctx: Ctx, id: string, reason: string): Promise<object> {
  const row = await approved(ctx, id, 'lift')
  await endEntry(ctx, row, reason)
  const copies = await ctx.many('supplier_listing', { sourceListingId: id, state: 'decided' }, { lock: 'update' })
  for (const copy of copies) await endEntry(ctx, copy, `上级单位已解除：${reason}`)
  return {}
}

async function endEntry(ctx: Ctx, row: Listing, reason: string): Promise<void> {
  const lifted = { state: 'lifted', liftedAt: ctx.clock.now(), liftedByName: ctx.actor.name, liftReason: reason }
  await ctx.update('supplier_listing', { id: row.id }, lifted)
  await ctx.schedule(`${LISTING_END}:${row.id}`, null, { kind: LISTING_END, payload: {} })
  await record(ctx, row, { action: 'lift', summary: `提前解除：${reason}` })
  ctx.emit({ kind: 'supplier.listing', payload: { listingId: row.id, to: 'lifted' } })
}

/** An entry ends with its last day in Beijing. */
export async function planEnd(ctx: Any, { id, untilDay }: Pick<Listing, 'id' | 'untilDay'>): Promise<void> {
  if (untilDay === null) return
  await ctx.schedule(`${LISTING_END}:${id}`, beginOf(addDays(untilDay, 1)), {
    kind: LISTING_END,
    payload: { listingId: id },
  })
}

export const LISTING_RECORDS = {
  draft: '起草',
  edit: '修改',
  remove: '删除草稿',
  decide: '列入',
  lift: '提前解除',
  end: '到期终止',
  sync: '同步下级',
  receive: '上级同步',
  import: '导入',
  confirm: '核实',
} as const

/** A line in the record of what was done to a list. */
export async function record(
  ctx: Any,
  row: Pick<Listing, 'id' | 'ownerCompanyId' | 'kind' | 'name' | 'creditCode'>,
  { action, summary, data }: { action: keyof typeof LISTING_RECORDS; summary: string; data?: object },
): Promise<void> {
  const { id, ownerCompanyId, kind, name, creditCode } = row
  await ctx.insert('supplier_listing_event', {
    id: ctx.newId(),
    ownerCompanyId,
    listingId: id,
    kind,
    action,
    name,
    creditCode,
    summary,
    byName: actorName(ctx),
    at: ctx.clock.now(),
  })
  ctx.audit({
    action: `supplier.listing-${action}`,
    entity: 'supplier',
    entityId: id,
    summary: `${LISTS[kind as List]}：${name}，${summary}`,
    ...(data ? { data } : {}),
  })
}
