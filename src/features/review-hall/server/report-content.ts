import { trimZeros } from '#contract/money.ts'
import { createHash } from 'node:crypto'
import { EXPERT_KINDS } from '#features/experts/contract.ts'
import type { ReportTemplate } from '../contract/shared.ts'
import { Aggregation, ItemKind, ProcessType, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { motionTitle, motionWords } from '../rules/motion-words.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import { hasMarks } from '../rules/result.ts'
import type { TraceLine } from '#features/evaluation/rules/trace.ts'
import { MAX_CANDIDATES } from '../rules/ranking.ts'
import { allReviewers, type Ctx, type Order, reviewRow } from './access.ts'
import { bidsOf, passedFirstStage } from './bids.ts'
import { motionViews } from './motions.ts'
import { bundleOf } from './replay-bundle.ts'
import { declarations, dialogRecord, type DialogRecord, lowPriceRecord } from './report-record.ts'
import { reportLayout, type ReportLayout } from './report-layout.ts'
import { outcomesStored, rankingRows, wayBidders } from './results.ts'
import { itemsOf, waysOf } from './ways.ts'

/** Everything an evaluation report says: a snapshot, stored with the report. Times are instants, amounts decimal strings. */
export interface ReportContent extends DialogRecord {
  version: 'review-report/2'
  /** 3 report, 4 first-stage report. */
  processType: number
  scope: number
  template: ReportTemplate
  order: {
    code: string
    title: string
    purchaser: string
    owner: string
    method: string
    controlPrice: string | null
    openAt: string | null
    startedAt: string
    concludedAt: string
  }
  committee: {
    name: string
    role: string
    employer: string
    isLeader: boolean
    out: string | null
    declaredAt: string | null
    noConflict: boolean | null
    /** Of the integrity commitment that was accepted; null where none was demanded. */
    commitmentHash: string | null
  }[]
  bidders: {
    tradeId: string
    no: number
    name: string
    creditCode: string
    quote: string | null
    /** What counted in the review. */
    evaluatedPrice: string | null
    marks: { name: string; value: string }[]
    rejection: string | null
  }[]
  ways: {
    wayId: string
    type: number
    name: string
    isScoring: boolean
    isAutomatic: boolean
    fullMark: string
    aggregation: string
    /** How its marks enter the total. Left out in reports made before it was recorded. */
    rounding?: string
    items: { itemId: string; name: string; standard: string; fullMark: string; isObjective: boolean }[]
    results: { tradeId: string; name: string; score: string | null; passed: boolean | null; lines: TraceLine[] }[]
    /** What each reviewer said. */
    judgements: {
      tradeId: string
      name: string
      reviewer: string
      total: string | null
      dropped: boolean
      scores: { itemId: string; score: string | null; passed: boolean | null; reason: string }[]
    }[]
  }[]
  rejections: { name: string; reason: string; rule: string; at: string }[]
  motions: { question: string; result: string; rule: string; votes: string }[]
  ranking: {
    tradeId: string
    rank: number
    name: string
    quote: string
    total: string | null
    lot: number | null
    lines: TraceLine[]
  }[]
  candidates: { rank: number; name: string; quote: string; total: string | null }[]
  allRejected: boolean
  conclusion: string
  /** Of the replay bundle; null in the first stage's report. */
  replayHash: string | null
  /** Chapters by the chosen template; left out where none was chosen. */
  layout?: ReportLayout
  /** SHA-256 of all of the above, hex. */
  digest: string
}

export async function reportContent(
  ctx: Ctx,
  order: Order,
  { processType, scope, template }: { processType: number; scope: number; template: ReportTemplate },
): Promise<ReportContent> {
  const review = (await reviewRow(ctx, order.id))!
  const first = processType === ProcessType.values.firstStageReport
  const allWays = await waysOf(ctx, order.id)
  const until = first ? review.firstStageAt : null
  // The first stage knows nothing of what came later, also when its report is written after the second opening.
  const bids = (await bidsOf(ctx, order)).map((bid) =>
    until && passedFirstStage(bid, { ways: allWays, at: until }) ? { ...bid, rejection: null } : bid,
  )
  const ways = allWays.filter((w) => !first || w.stage === 1)
  const outcomes = await outcomesStored(ctx, ways)
  const ranking = first ? [] : await rankingRows(ctx, order.id)
  const members = await allReviewers(ctx, order.id)
  const declared = await declarations(ctx, members)
  const named = (id: string) => bids.find((b) => b.tradeId === id)!.supplierName
  const motions = (await motionViews(ctx, order.id, { bids, me: null })).filter(
    (m) => !until || new Date(m.createdAt) <= until,
  )
  const dialog = await dialogRecord(ctx, order, bids)
  const ranked = ranking.map((r) => ({
    tradeId: r.tradeId,
    rank: r.rank,
    name: named(r.tradeId),
    quote: r.quote,
    total: hasMarks(review.reviewMethod) ? r.total : null,
    lot: r.lot,
    lines: r.trace as TraceLine[],
  }))
  const content = {
    version: 'review-report/2' as const,
    processType,
    scope,
    template,
    ...(until ? upTo(dialog, until) : { ...dialog, ...(await lowPriceRecord(ctx, order, { bids, motions })) }),
    order: {
      code: order.code,
      title: order.title,
      purchaser: await companyName(ctx, order.purchaserCompanyId),
      owner: await companyName(ctx, order.ownerCompanyId),
      method: ReviewMethod.label(review.reviewMethod),
      controlPrice: order.controlPrice,
      openAt: order.openAt?.toISOString() ?? null,
      startedAt: review.startedAt.toISOString(),
      concludedAt: (first ? review.firstStageAt! : review.concludedAt!).toISOString(),
    },
    committee: members.map((m) => ({
      name: m.name,
      role: { ...EXPERT_KINDS, owner: '采购人代表' }[m.role as 'owner'],
      employer: m.employer,
      isLeader: m.isLeader,
      out: m.outAt ? m.outReason : null,
      ...declared.get(m.id)!,
    })),
    bidders: bids.map((b) => ({
      tradeId: b.tradeId,
      no: b.no,
      name: b.supplierName,
      creditCode: b.creditCode,
      quote: first ? null : b.quote,
      evaluatedPrice: first ? null : b.evaluatedPrice,
      marks: (first ? [] : (b.priceSheet?.marks ?? [])).map(({ name, value }) => ({ name, value })),
      rejection: b.rejection?.reason ?? null,
    })),
    ways: await Promise.all(
      ways.map(async (way) => {
        const { bidders } = await wayBidders(
          ctx,
          { order, who: { part: 'observer', isLeader: false }, me: null },
          { wayId: way.id },
        )
        const items = await itemsOf(ctx, [way.id])
        return {
          wayId: way.id,
          type: way.wayType,
          name: way.name,
          isScoring: way.itemKind === ItemKind.values.scoring,
          isAutomatic: way.isAutomatic,
          fullMark: trimZeros(way.fullMark),
          aggregation: Aggregation.label(way.aggregation),
          rounding: partWords(way.scoreDigits),
          items: items.map((i) => ({
            itemId: i.id,
            name: i.name,
            standard: i.standard,
            fullMark: trimZeros(i.fullMark),
            isObjective: i.isObjective,
          })),
          results: outcomes
            .filter((o) => o.wayId === way.id)
            .map(({ tradeId, score, passed, lines }) => ({ tradeId, name: named(tradeId), score, passed, lines }))
            .toSorted((a, b) => numberOf(bids, a.tradeId) - numberOf(bids, b.tradeId)),
          judgements: bidders.flatMap((b) =>
            (b.reviewers ?? []).map((r) => ({
              tradeId: b.bidderId,
              name: b.supplierName,
              reviewer: r.name,
              total: r.total,
              dropped: r.dropped,
              scores: r.scores.map(({ itemId, score, passed, reason }) => ({ itemId, score, passed, reason })),
            })),
          ),
        }
      }),
    ),
    rejections: bids.flatMap(({ supplierName: name, rejection }) =>
      rejection ? [{ name, reason: rejection.reason, rule: rejection.rule, at: rejection.at.toISOString() }] : [],
    ),
    motions: motions
      .filter((m) => m.state === 1 || m.state === 2)
      .map((m) => ({
        question: m.kind === 'go-on' ? m.reason : `${motionTitle(m)}：${m.reason}`,
        result: m.state === 1 ? motionWords(m).carried : motionWords(m).refused,
        rule: m.rule,
        votes: (m.votes ?? [])
          .map(
            (v) =>
              `${v.name}${v.agree ? motionWords(m).agree : motionWords(m).refuse}${v.opinion && `（${v.opinion}）`}`,
          )
          .join('；'),
      })),
    ranking: ranked,
    candidates: ranked
      .filter((r) => r.rank <= MAX_CANDIDATES)
      .map(({ rank, name, quote, total }) => ({ rank, name, quote, total })),
    allRejected: review.allRejected,
    conclusion: first ? '' : review.conclusion,
    replayHash: first ? null : (await bundleOf(ctx, order)).hash,
  }
  const layout = await reportLayout(ctx, order, content)
  const whole = layout ? { ...content, layout } : content
  return { ...whole, digest: createHash('sha256').update(JSON.stringify(whole)).digest('hex') }
}

/** The questions of the first stage; corrections, rounds and draws are about prices. */
function upTo(dialog: DialogRecord, at: Date): DialogRecord {
  return { asks: dialog.asks.filter((a) => new Date(a.sentAt) <= at), corrections: [], rounds: [], draws: [] }
}

function numberOf(bids: readonly { tradeId: string; no: number }[], tradeId: string): number {
  return bids.find((b) => b.tradeId === tradeId)?.no ?? 0
}

async function companyName(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.expectOne('company', { id }, { columns: ['name'] })
  return row.name
}
