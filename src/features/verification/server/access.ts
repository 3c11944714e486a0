import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { handlesDemands, readsDemands } from '#features/demands/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import {
  type Action,
  type Facts,
  isUnsealed,
  type Kind,
  type Reply,
  type State,
  STATUS,
  type Who,
} from '../rules/verification.ts'
import { subjectOf } from './subjects.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Personal = Context<Actor>
export type Verification = Selectable<tables.Verification>
export type Member = Selectable<tables.VerificationExpert>

const SIDES = ['purchaser', 'agency'] as const
export const ACTS = {
  workbench: SIDES,
  right: ['purchaseDemand', 'demandManagement', 'agencyTendering'],
} as const
export const READS = { workbench: SIDES, right: [...ACTS.right, 'tendering', 'auditing'] } as const
/** A seat is enough for an expert. */
export const SEATED = { workbench: ['expert', ...SIDES] } as const

/** A verification as somebody stands to it. */
export interface Seat {
  verification: Verification
  members: Member[]
  own: Member | undefined
  facts: Facts
  who: Who
  isUnsealed: boolean
}

/**
 * The caller's part: of the company that runs it, or an expert who was asked. `notFound` for everybody else, experts of others and
 * suppliers foremost.
 */
export async function seatAt(ctx: Personal, id: string, lock?: 'update'): Promise<Seat> {
  const found = await ctx.one('verification', { id })
  if (!found) throw new AppError('notFound')
  const { actor } = ctx
  const isSide = actor.workbench === 'purchaser' || actor.workbench === 'agency'
  const isOwner = isSide && actor.companyId === found.companyId && readsDemands(actor)
  const seat =
    actor.workbench === 'expert'
      ? await ctx.one('verification_expert', { verificationId: id, userId: actor.userId }, { columns: ['id'] })
      : undefined
  // While it is drafted nobody has been asked.
  if (!isOwner && (!seat || found.state === 'draft')) throw new AppError('notFound')
  const verification = lock ? await ctx.expectOne('verification', { id }, { lock }) : found
  const members = await ctx.many('verification_expert', { verificationId: id }, { orderBy: ['chosenAt', 'name'] })
  const own = seat && members.find((one) => one.id === seat.id)
  const facts = await factsOf(ctx, verification, members)
  return {
    verification,
    members,
    own,
    facts,
    who: {
      isHandler: isOwner && handlesDemands(actor),
      seat: own
        ? {
            reply: own.reply as Reply,
            isChair: own.isChair,
            hasGiven: own.givenAt !== null,
            hasSigned: own.signedAt !== null,
          }
        : null,
    },
    isUnsealed: isUnsealed(facts),
  }
}

/** The same for an act that the table allows now, locked, with the state it leads to. */
export async function acting(ctx: Personal, id: string, action: Action): Promise<Seat & { to: State }> {
  const seat = await seatAt(ctx, id, 'update')
  return { ...seat, to: STATUS.next(action, { record: seat.facts, who: seat.who, now: ctx.clock.now().getTime() }) }
}

async function factsOf(ctx: Any, verification: Verification, members: readonly Member[]): Promise<Facts> {
  const accepted = members.filter(({ reply }) => reply === 'accepted')
  const subject = await subjectOf(ctx, verification)
  const waivers = await ctx.many('verification_waiver', { verificationId: verification.id }, { columns: ['version'] })
  return {
    state: verification.state as State,
    kind: verification.kind as Kind,
    accepted: accepted.length,
    waiting: members.filter(({ reply }) => reply === 'waiting').length,
    hasChair: accepted.some(({ isChair }) => isChair),
    silent: accepted.filter(({ givenAt }) => givenAt === null).length,
    isOutdated: subject.version !== verification.version && !waivers.some(({ version }) => version === subject.version),
  }
}

export function activeOf(members: readonly Member[]): Member[] {
  return members.filter(({ reply }) => reply === 'accepted')
}

interface Fact {
  action: string
  summary: string
  data?: object
}

/** Records a fact; what an expert says stands in none before all have spoken. */
export function record(
  ctx: Any,
  { id, code }: Pick<Verification, 'id' | 'code'>,
  { action, summary, data }: Fact,
): void {
  ctx.audit({
    action: `verification.${action}`,
    entity: 'verification',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
}

/** Open pages of everybody who has a part in it load it again. */
export function announce(ctx: Any, { id }: Pick<Verification, 'id'>): void {
  ctx.emit({ kind: 'verification.changed', payload: { verificationId: id }, topics: [`verification:${id}`] })
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
