import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { FEATURES } from '#server/features.ts'
import { initiatives } from './initiatives.ts'
import { actorFor, playersOf } from './players.ts'
import type { Wait } from './wait.ts'

/** The same for the person in front of the screen, who does it there. */
export interface OwnWait {
  label: string
  link: string
}

export interface Waits {
  others: Wait[]
  own: OwnWait[]
}

/** A to-do of an order as its feature names it. */
interface Todo {
  what: string
  label: string
  recordId: string
  link: string
  isMine: boolean
}

/** Their to-dos are about orders. */
const ABOUT_ORDERS = [
  'procurement',
  'workflow',
  'sealed-bids',
  'inquiry',
  'light-review',
  'joint-key',
  'opening-hall',
  'auction',
  'sales',
  'talks',
  'panels',
  'experts',
  'review-hall',
]
const SOURCES = FEATURES.filter(({ name, home }) => home?.todos && ABOUT_ORDERS.includes(name))
/** Nobody of a demonstration has more to do. */
const LIMIT = 1000
/** Nobody waits for it: it can be done at any time later, or says only that something goes on. */
const AT_LEISURE: ReadonlySet<string> = new Set(['procurement:archive', 'review-hall:committee', 'auction:auction'])

/**
 * What an order waits for: the to-dos that the inboxes of its people show, and what suppliers do of their own accord.
 * `viewer`: the person in front of the screen; what they or their colleagues may do as well is theirs. Of colleagues with
 * one to-do the one who runs the order does it.
 */
export async function waitsOf(
  kernel: Kernel,
  { tenantId, orderId, viewer }: { tenantId: number; orderId: string; viewer: Actor | null },
): Promise<Waits> {
  const nobody = { tenantId, actor: null, readOnly: true as const }
  const { ids, players, offered } = await inContext(kernel, nobody, async (ctx) => ({
    ids: await recordsOf(ctx, orderId),
    players: await playersOf(ctx, orderId),
    offered: await initiatives(ctx, orderId, viewer?.companyId ?? null),
  }))
  const own = viewer ? await todosOf(kernel, viewer, ids) : []
  const ownKeys = new Set(own.map(({ what, recordId }) => `${what} ${recordId}`))
  const found = new Map<string, { wait: Wait; isMine: boolean }>()
  for (const player of players) {
    if (player.userId === viewer?.userId) continue
    const actor = await inContext(kernel, nobody, (ctx) => actorFor(ctx, player))
    for (const { what, label, recordId, isMine } of actor ? await todosOf(kernel, actor, ids) : []) {
      const isColleague = player.companyId !== null && player.companyId === viewer?.companyId
      if (AT_LEISURE.has(what) || (isColleague && ownKeys.has(`${what} ${recordId}`))) continue
      const key = `${what} ${recordId} ${player.companyId ?? player.userId}`
      if (found.has(key) && (!isMine || found.get(key)!.isMine)) continue
      found.set(key, { wait: { what, label, recordId, player }, isMine })
    }
  }
  return {
    others: [...[...found.values()].map(({ wait }) => wait), ...offered],
    own: own.map(({ label, link }) => ({ label, link })),
  }
}

/** To-dos of a person that are about one of these records. */
async function todosOf(kernel: Kernel, actor: Actor, ids: readonly string[]): Promise<Todo[]> {
  return inContext(kernel, { tenantId: actor.tenantId, actor, readOnly: true }, async (ctx) => {
    const todos: Todo[] = []
    for (const { name, home } of SOURCES)
      for (const { key, label, link, isMine } of await home!.todos!(ctx, LIMIT)) {
        const at = key.indexOf(':')
        const what = `${name}:${key.slice(0, at)}`
        const isAbout = ids.some((id) => key.includes(id) || link.includes(id))
        if (isAbout) todos.push({ what, label, recordId: key.slice(at + 1), link, isMine })
      }
    return todos
  })
}

/** What the addresses of an order's to-dos name: the order, its approvals, its keys and invitations. */
async function recordsOf(ctx: Context<Actor | null>, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${orderId}::uuid as id
    union select w.id from workflow w where w.tenant_id = ${ctx.tenantId} and (w.subject_id = ${orderId}
      or w.subject_id in (select t.id from trade t where t.tenant_id = ${ctx.tenantId} and t.order_id = ${orderId}))
    union select c.id from joint_ceremony c where c.tenant_id = ${ctx.tenantId} and c.order_id = ${orderId}
    union select i.id from joint_invitation i where i.tenant_id = ${ctx.tenantId} and i.order_id = ${orderId}
    union select c.id from expert_extraction x join expert_call c on c.tenant_id = x.tenant_id and c.extraction_id = x.id
      where x.tenant_id = ${ctx.tenantId} and x.order_id = ${orderId}`.execute(ctx.tx)
  return rows.map(({ id }) => id)
}
