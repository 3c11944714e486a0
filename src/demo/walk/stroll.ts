import { HOUR } from '#contract/time.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { ORDER_STATES, reached } from '#features/procurement/engine/states.ts'
import { HttpError } from '#server/testing/http-client.ts'
import type { Account } from '../people.ts'
import { ACTS } from '../others/others.ts'
import { waitsOf } from '../others/waits.ts'
import { answerObjections, decide, type Doing, OWNER_TRIES } from './acts-owner.ts'
import { actionsOf, SUPPLIER_TRIES, withdrawObjection } from './acts-supplier.ts'
import * as invariants from './invariants.ts'
import { MANNERS, PersistentClient } from './persistent-client.ts'
import { readingsOf } from './readings.ts'
import { type Standing, standingOf, SUPPLIERS, type Walk } from './walk.ts'

/** Something that may be done next. */
interface Option {
  name: string
  by: 'owner' | 'other' | 'clock'
  /** How often it is chosen beside others. */
  weight: number
  /** The server does not offer it: it has to be refused. */
  isForbidden?: true
  account: Account | null
  run(doing: Doing): Promise<unknown>
}

/** What leads an order on is chosen more often than what ends it or has no end. */
const WEIGHTS: Readonly<Record<string, number>> = {
  publish: 200,
  signUp: 30,
  bid: 30,
  quote: 30,
  respond: 60,
  auction: 24,
  recordTalk: 80,
  talk: 80,
  publishCandidates: 80,
  award: 80,
  startRound: 30,
  archive: 10,
  declareAbortive: 1,
  copy: 2,
  withdraw: 2,
  decline: 2,
  delete: 0,
}
const TOGETHER: ReadonlySet<string> = new Set(['signUp', 'bid', 'quote', 'auction'])
const SEALED: readonly string[] = ['bid', 'quote']
const USUAL_WEIGHT = 8
const FORBIDDEN_WEIGHT = 4
/** Readings that are taken after an act. */
const LOOKS = 5

/** Goes so many acts, or until the order is archived, and looks after each whether all that must holds. */
export async function stroll(walk: Walk, acts: number): Promise<void> {
  for (let i = 0; i < acts && walk.faults.length === 0; i++) {
    const before = await standingOf(walk)
    if (before === undefined || before.state.startsWith('archive.')) return
    const option = walk.dice.weighed(await optionsOf(walk, before))
    if (option.by === 'clock')
      walk.faults.push(...(await lookAll(walk, before)), ...(await invariants.nothingStored(walk, before)))
    walk.tried.set(keyOf(option), (walk.tried.get(keyOf(option)) ?? 0) + 1)
    const outcome = await act(walk, option)
    const after = await standingOf(walk)
    walk.log.push(
      `${option.account ?? ''} ${option.name}${option.isForbidden ? ' (not offered)' : ''}: ${outcome} → ${after.state}${after.held ? ' (held)' : ''}`,
    )
    walk.faults.push(
      ...invariants.holdsWhileHeld(before, after, option.by),
      ...invariants.movesAsDeclared(walk, [before, after], option.by === 'clock' ? 'clock' : 'people'),
      ...(await invariants.awardsAddUp(walk)),
      ...(await invariants.noticesStand(walk)),
      ...(await look(walk, after)),
    )
  }
}

/** Some of all that could be read, by anybody. */
async function look(walk: Walk, standing: Standing): Promise<string[]> {
  const all = await readingsOf(walk)
  const some = Array.from({ length: LOOKS }, () => walk.dice.pick(all))
  return invariants.nothingReadable(walk, standing, some)
}

/** Everything of the order that could be read, by anybody, once in a walk: before a date at which offers are there. */
async function lookAll(walk: Walk, standing: Standing): Promise<string[]> {
  if (walk.figures.all.length === 0 || walk.tried.has('look')) return []
  walk.tried.set('look', 1)
  const all = await readingsOf(walk)
  return invariants.nothingReadable(
    walk,
    standing,
    all.filter(({ address }) => address.includes(walk.orderId)),
  )
}

async function act(walk: Walk, option: Option): Promise<string> {
  const manner = option.isForbidden ? 'plain' : walk.dice.chance(55) ? 'plain' : walk.dice.pick(MANNERS)
  const inner = option.account ? await walk.cast.as(option.account) : walk.t.client()
  const client = new PersistentClient(inner, { manner, dice: walk.dice })
  const how = manner === 'plain' ? '' : ` ${manner}`
  try {
    const found = await option.run({ ...walk, client })
    await walk.t.settle()
    walk.faults.push(...client.faults)
    if (found === false) return `nothing to do${how}`
    if (option.isForbidden) walk.faults.push(`${option.name} by ${option.account} was not offered and took effect`)
    return `done${how}`
  } catch (error) {
    // What is not offered may find nothing to send.
    if (option.isForbidden && error instanceof TypeError) return 'nothing to send'
    walk.faults.push(...client.faults, ...invariants.refusesWell(error))
    return `refused${how} ${error instanceof HttpError ? error.body.message : ''}`
  }
}

async function optionsOf(walk: Walk, standing: Standing): Promise<Option[]> {
  const clock = await nextDate(walk)
  const suppliers = await suppliersOptions(walk, standing)
  const options = [
    ...(await ownersOptions(walk, standing)),
    ...suppliers,
    ...together(suppliers),
    ...(await waits(walk, standing)),
    ...(clock ? [clockTo(clock, standing.state === 'publish.draft' ? 1 : 30)] : []),
  ]
  // What was tried already is tried less and less.
  return options.map((option) => ({
    ...option,
    weight: Math.ceil(option.weight / (1 + (walk.tried.get(keyOf(option)) ?? 0)) ** 2),
  }))
}

function keyOf({ account, name }: Option): string {
  return `${account} ${name}`
}

async function ownersOptions(
  { cast, orderId, owner, dice }: Walk,
  { state, pending, objections }: Standing,
): Promise<Option[]> {
  const { actions } = await (await cast.as(owner)).call(orderDetail, { params: { orderId } })
  const isFailed = 'isFailed' in ORDER_STATES[state]
  const options = byOffer(OWNER_TRIES, actions, { account: owner, by: 'owner', dice }).map((option) =>
    isFailed && option.name === 'declareAbortive' ? { ...option, weight: USUAL_WEIGHT } : option,
  )
  const own = { by: 'owner', account: owner } as const
  return [
    ...options,
    ...(pending > 0 ? [{ ...own, name: 'decide', weight: 80, run: decide }] : []),
    ...(objections > 0 ? [{ ...own, name: 'answerObjections', weight: 40, run: answerObjections }] : []),
  ]
}

async function suppliersOptions({ cast, orderId, dice }: Walk, { objections }: Standing): Promise<Option[]> {
  const options: Option[] = []
  for (const account of SUPPLIERS) {
    const actions = await actionsOf({ client: await cast.as(account), orderId })
    if (actions === null) continue
    const as = { account, by: 'other', dice } as const
    const own: Record<string, Option['run']> = {}
    for (const [name, run] of Object.entries(SUPPLIER_TRIES)) own[name] = (doing) => run({ ...doing, account })
    options.push(...byOffer(own, actions, as))
    const takeBack: Option['run'] = (doing) => withdrawObjection({ ...doing, account })
    if (objections > 0) options.push({ name: 'withdrawObjection', by: 'other', account, weight: 6, run: takeBack })
  }
  return options
}

/** What leads on is done by several suppliers, in turn. */
function together(options: readonly Option[]): Option[] {
  const some = options.filter(({ name, isForbidden }) => TOGETHER.has(name) && !isForbidden)
  return [...Map.groupBy(some, ({ name }) => name)].map(([name, all]) => ({
    name: `${name} by all`,
    by: 'other',
    account: null,
    weight: 200,
    run: async (doing) => {
      for (const { account, run } of all) await run({ ...doing, client: await doing.cast.as(account!) })
    },
  }))
}

/** What the server offers, and one thing that it does not. */
function byOffer(
  tries: Readonly<Record<string, Option['run']>>,
  actions: readonly { action: string; reason?: string | undefined }[],
  { dice, ...as }: Pick<Option, 'account' | 'by'> & Pick<Walk, 'dice'>,
): Option[] {
  const isOffered = (name: string) => actions.some(({ action, reason }) => action === name && reason === undefined)
  const offered = Object.keys(tries).filter(isOffered)
  // Bids and quotes are handed in and taken back by the same calls.
  const isSealing = offered.some((name) => SEALED.includes(name))
  const others = Object.keys(tries).filter((name) => !isOffered(name) && !(isSealing && SEALED.includes(name)))
  const option = (name: string, weight: number): Option => ({ ...as, name, weight, run: tries[name]! })
  return [
    ...offered.map((name) => option(name, WEIGHTS[name] ?? USUAL_WEIGHT)),
    ...(others.length > 0 ? [{ ...option(dice.pick(others), FORBIDDEN_WEIGHT), isForbidden: true as const }] : []),
  ]
}

/** What openings, committees and approvals wait for, as the demonstration plays it. */
async function waits({ t, orderId, method }: Walk, { state, isWaiting }: Standing): Promise<Option[]> {
  if (!isWaiting && (method.review === 'none' || !reached({ state }, 'published') || reached({ state }, 'ranked')))
    return []
  const { others } = await waitsOf(t.kernel, { tenantId: 1, orderId, viewer: null })
  const due = others.filter(
    ({ what }) => what in ACTS && /^(workflow|opening-hall|review-hall|experts|light-review):/.test(what),
  )
  return [...Map.groupBy(due, ({ what }) => what)].map(([what, some]) => ({
    name: what,
    by: what.startsWith('workflow') ? 'other' : 'owner',
    account: some[0]!.player.account as Account,
    weight: 80,
    // All who are waited for, or one of them.
    run: async ({ client, dice, cast }) => {
      const acting = { orderId, now: t.kernel.clock.now() }
      const others = dice.chance(80) ? some.slice(1) : []
      const moved = [await ACTS[what]!({ ...acting, ...some[0]!, client })]
      for (const one of others)
        moved.push(await ACTS[what]!({ ...acting, ...one, client: await cast.as(one.player.account as Account) }))
      return moved.some((one) => one)
    },
  }))
}

/** The next instant at which something ends or begins; null: none is known. */
async function nextDate({ t, orderId }: Walk): Promise<Date | null> {
  const { rows } = await t.owner.query<{ at: Date | null }>(
    `select min(at) as at from (
      select unnest(array[sale_start, sign_up_end, bid_end, open_at, publicity_end]) as at from purchase_order where id = $1
      union all select deadline from quote_round where order_id = $1 and status = 1
      union all select ends_at from auction where order_id = $1 and status = 1) as dates where at > $2`,
    [orderId, t.kernel.clock.now()],
  )
  return rows[0]!.at
}

function clockTo(date: Date, weight: number): Option {
  const run = async ({ t, dice }: Doing) => {
    const isLast = dice.chance(25) && date.getTime() - t.kernel.clock.now().getTime() > HOUR
    await t.advanceTo(new Date(date.getTime() - (isLast ? 1000 : 0)))
  }
  return { name: `clock ${date.toISOString()}`, by: 'clock', account: null, weight, run }
}
