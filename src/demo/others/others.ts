import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError, ERRORS } from '#contract/errors.ts'
import { DecryptState } from '#features/opening-hall/rules.ts'
import { ReportStatus } from '#features/evaluation/rules/enums.ts'
import type { Actor } from '#server/actor.ts'
import { inContext, type Kernel } from '#server/context.ts'
import { settle } from '#server/events.ts'
import { HttpClient, HttpError } from '#server/testing/http-client.ts'
import { PASSWORD } from '../people.ts'
import type { Act } from './act.ts'
import { EXPERT_ACTS } from './acts-expert.ts'
import { KEY_ACTS } from './acts-key.ts'
import { OWNER_ACTS } from './acts-owner.ts'
import { SUPPLIER_ACTS } from './acts-supplier.ts'
import type { Player } from './players.ts'
import type { Wait } from './wait.ts'
import { waitsOf } from './waits.ts'

/** What each to-do asks for, by its feature and key. */
export const ACTS: Readonly<Record<string, Act>> = { ...OWNER_ACTS, ...SUPPLIER_ACTS, ...EXPERT_ACTS, ...KEY_ACTS }
/** Once in a press, however often it is asked for: prices would fall to nothing. */
const ONCE: ReadonlySet<string> = new Set(['make-offer'])
/** One after the other: each goes by what the one before has done. */
const IN_TURN: ReadonlySet<string> = new Set(['make-offer', 'review-hall:vote', 'workflow:approve'])
/** A tender has some thirty steps between two acts of one person. */
const ROUNDS = 60
const WORK_MS = 60_000
const CONFLICT = ERRORS.wrongState.status

/** What somebody did or could not do. */
export interface Deed {
  name: string
  label: string
  /** Why not; null: done. */
  failure: string | null
}

interface Place {
  tenantId: number
  orderId: string
  /** Where this server is reached. */
  base: string
}

/** Orders that are being played: a second press waits for the first and gets its answer. */
const underWay = new Map<string, Promise<Deed[]>>()

/**
 * Has everybody else do what an order waits for, each through the calls that their own pages would make, until it is the
 * viewer's turn or nothing can be done before a date. Gives what was done, in that order.
 */
export function letOthersAct(kernel: Kernel, place: Place, viewer: Actor | null): Promise<Deed[]> {
  const key = `${place.tenantId} ${place.orderId}`
  const before = underWay.get(key)
  if (before) return before
  const acting = new Round(kernel, place, viewer).play().finally(() => underWay.delete(key))
  underWay.set(key, acting)
  return acting
}

class Round {
  readonly #kernel: Kernel
  readonly #place: Place
  readonly #viewer: Actor | null
  readonly #clients = new Map<string, Promise<HttpClient>>()
  /** What has failed for good, or is done once for all. */
  readonly #settled = new Set<string>()
  /** What could not be done the last time it was tried. */
  readonly #failures = new Map<string, Deed>()
  readonly #deeds: Deed[] = []

  constructor(kernel: Kernel, place: Place, viewer: Actor | null) {
    this.#kernel = kernel
    this.#place = place
    this.#viewer = viewer
  }

  async play(): Promise<Deed[]> {
    const { tenantId, orderId } = this.#place
    for (let i = 0; i < ROUNDS; i++) {
      await this.#workDone()
      const { others } = await waitsOf(this.#kernel, { tenantId, orderId, viewer: this.#viewer })
      const due = others.filter((wait) => wait.what in ACTS && !this.#settled.has(keyOf(wait)))
      let hasMoved = false
      for (const [what, waits] of Map.groupBy(due, (wait) => wait.what))
        if (await this.#doAll(what, waits)) hasMoved = true
      if (!hasMoved) break
    }
    return [...this.#deeds, ...this.#failures.values()]
  }

  /** Whether anybody did anything. */
  async #doAll(what: string, waits: readonly Wait[]): Promise<boolean> {
    const moved: boolean[] = []
    if (IN_TURN.has(what)) for (const wait of waits) moved.push(await this.#do(wait))
    else moved.push(...(await Promise.all(waits.map((wait) => this.#do(wait)))))
    return moved.some((one) => one)
  }

  async #do(wait: Wait): Promise<boolean> {
    const { player, recordId, label, what } = wait
    const { orderId } = this.#place
    try {
      const client = await this.#clientOf(player)
      const now = this.#kernel.clock.now()
      const isDone = await ACTS[what]!({ client, player, orderId, recordId, now })
      this.#failures.delete(keyOf(wait))
      if (isDone) this.#deeds.push({ name: player.name, label, failure: null })
      if (isDone && ONCE.has(what)) this.#settled.add(keyOf(wait))
      return isDone
    } catch (error) {
      // It is not for a machine to do, or not yet: the rest goes on, and may make it possible.
      if (!(error instanceof HttpError && error.status === CONFLICT)) this.#settled.add(keyOf(wait))
      this.#failures.set(keyOf(wait), { name: player.name, label, failure: reasonOf(error) })
      if (!(error instanceof HttpError || error instanceof AppError))
        this.#kernel.log.error({ err: error }, `demonstration: ${what}`)
      return false
    }
  }

  #clientOf(player: Player): Promise<HttpClient> {
    const key = `${player.userId} ${player.workbench}`
    const known = this.#clients.get(key)
    if (known) return known
    const client = this.#logIn(player)
    this.#clients.set(key, client)
    return client
  }

  async #logIn({ account, tenantId, workbench }: Player): Promise<HttpClient> {
    const client = new HttpClient(this.#place.base)
    client.tenantId = tenantId
    await client.login(account, PASSWORD)
    client.workbench = workbench
    return client
  }

  /** Waits for what the platform does by itself between two steps: timers, events, decryption, documents. */
  async #workDone(): Promise<void> {
    const until = Date.now() + WORK_MS
    do {
      await settle(this.#kernel, WORK_MS)
      if (!(await this.#isAtWork())) return
      await sleep(100)
    } while (Date.now() < until)
  }

  #isAtWork(): Promise<boolean> {
    const { tenantId, orderId } = this.#place
    return inContext(this.#kernel, { tenantId, actor: null, readOnly: true }, async ({ tx }) => {
      const { rows } = await sql<{ busy: boolean }>`select
        exists (select 1 from timer where fired_at is null and due_at <= ${this.#kernel.clock.now()})
        or exists (select 1 from opening_bidder where tenant_id = ${tenantId} and order_id = ${orderId}
          and decrypt_state = ${DecryptState.values.released})
        or exists (select 1 from opening where tenant_id = ${tenantId} and order_id = ${orderId}
          and ended_at is not null and sheet_file_id is null)
        or exists (select 1 from joint_opening where tenant_id = ${tenantId} and order_id = ${orderId}
          and begun_at is not null and done_at is null)
        or exists (select 1 from review_report where tenant_id = ${tenantId} and order_id = ${orderId}
          and state in (${ReportStatus.values.pending}, ${ReportStatus.values.generating})) as busy`.execute(tx)
      return rows[0]!.busy
    })
  }
}

/** Whether the demonstration's people can do it: what nobody can do for others is not offered. */
export function canBeDone({ what }: Wait): boolean {
  return what in ACTS
}

function keyOf({ what, recordId, player }: Wait): string {
  return `${what} ${recordId} ${player.userId}`
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return error.body.message
  return error instanceof AppError ? error.message : '办理失败，请切换到该账号办理'
}
