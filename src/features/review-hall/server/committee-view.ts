import { reached } from '#features/procurement/engine/states.ts'
import { drawFinding, groundsOf } from '#features/procurement/server/public.ts'
import { EXPERT_KINDS } from '#features/experts/contract.ts'
import { type ExtractionProgress, extractionProgress } from '#features/experts/server/public.ts'
import type * as z from 'zod'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Committee } from '../contract/purchaser.ts'
import type { Reviewer } from '../contract/shared.ts'
import type { CommitteeFinding } from '../rules/committee.ts'
import { DIRECT_GROUNDS } from '../rules/direct-grounds.ts'
import { type FormingFacts, formingSteps } from '../rules/forming.ts'
import {
  activeReviewers,
  allReviewers,
  type Ctx,
  mayChoose,
  type Order,
  ownerSeat,
  reviewRow,
  type ReviewerRow,
} from './access.ts'
import { blocksStart, committeeFindings, committeeSize } from './committee-check.ts'
import { directOf } from './direct.ts'

type OwnerCtx = Context<Employee>

const ROLE_LABELS = { ...EXPERT_KINDS, owner: '采购人代表' } as const
const EXTRACTION_STATES = { 0: 'draft', 1: 'extracting', 2: 'ended', 3: 'failed' } as const

/** The committee as the purchaser's side sees it. */
export async function committeeOf(ctx: OwnerCtx, orderId: string): Promise<z.output<typeof Committee>> {
  const { order, who } = await ownerSeat(ctx, orderId)
  const review = await reviewRow(ctx, orderId)
  const members = await allReviewers(ctx, orderId)
  const voters = await votersOf(ctx, orderId)
  const findings = await committeeFindings(
    ctx,
    order,
    members.filter((m) => m.outAt === null),
  )
  const direct = await directOf(ctx, orderId)
  const rule = await drawFinding(ctx, order, [])
  const mustDraw = rule !== undefined
  const extraction = await extractionProgress(ctx, orderId)
  return {
    regime: (await groundsOf(ctx, order)).regime,
    drawRule: rule ? { title: rule.title, citation: rule.citation } : null,
    direct: direct && { ...direct, groundLabel: DIRECT_GROUNDS[direct.ground], at: direct.at.toISOString() },
    extractionId: extraction?.extractionId ?? null,
    steps: formingSteps(
      formingFacts(order, { members, findings, mustDraw, direct: direct?.reason ?? null, extraction }),
    ),
    members: members.map((m) => ({
      ...reviewerView(m, { userId: ctx.actor.userId, voters }),
      expertId: m.expertId,
      employeeId: m.employeeId,
      isDrawn: m.isDrawn,
    })),
    findings,
    planned: committeeSize(order),
    isOpen: who.part === 'owner' && mayChoose(order),
    canReplace:
      who.part === 'owner' && order.state === 'review.running' && review !== null && review.concludedAt === null,
  }
}

function formingFacts(
  order: Order,
  given: {
    members: readonly ReviewerRow[]
    findings: readonly CommitteeFinding[]
    mustDraw: boolean
    direct: string | null
    extraction: ExtractionProgress | null
  },
): FormingFacts {
  const active = given.members.filter((m) => m.outAt === null)
  const blocks = blocksStart(given.findings)
  return {
    mustDraw: given.mustDraw,
    direct: given.direct,
    extraction: given.extraction && { ...given.extraction, status: EXTRACTION_STATES[given.extraction.status] },
    isOpened: reached(order, 'closed'),
    isStarted: reached(order, 'reviewing'),
    members: active.length,
    planned: committeeSize(order),
    declared: active.filter((m) => m.noConflict === true).length,
    problems: blocks.map((f) => f.message),
    avoidance: blocks.find((f) => f.ruleId === 'committee-avoidance')?.message ?? '',
  }
}

export async function votersOf(ctx: Ctx, orderId: string): Promise<Set<string>> {
  const votes = await ctx.many('leader_vote', { orderId }, { columns: ['voterId'] })
  return new Set(votes.map((v) => v.voterId))
}

export async function reviewerViews(ctx: Ctx, orderId: string): Promise<Reviewer[]> {
  const [members, voters] = await Promise.all([activeReviewers(ctx, orderId), votersOf(ctx, orderId)])
  return members.map((m) => reviewerView(m, { userId: ctx.actor.userId, voters }))
}

function reviewerView(m: ReviewerRow, reader: { userId: string; voters: ReadonlySet<string> }): Reviewer {
  const role = m.role as keyof typeof ROLE_LABELS
  return {
    reviewerId: m.id,
    name: m.name,
    role,
    roleLabel: ROLE_LABELS[role],
    employer: m.employer,
    isLeader: m.isLeader,
    isOwn: m.userId === reader.userId,
    noConflict: m.noConflict,
    declaredAt: m.declaredAt?.toISOString() ?? null,
    hasVoted: reader.voters.has(m.id),
    outAt: m.outAt?.toISOString() ?? null,
    outReason: m.outReason,
  }
}
