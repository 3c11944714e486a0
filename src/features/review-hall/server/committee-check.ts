import { drawFinding, groundsOf, tiesInWords, type Tie, verifiers } from '#features/procurement/server/public.ts'
import { DRAW_RULES } from '#features/procurement/rules/legal-calendar-rules.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'
import type { CommitteeFinding } from '../rules/committee.ts'
import { checkCommittee, type CommitteeMember } from '../rules/committee.ts'
import type { Any, Order, ReviewerRow } from './access.ts'
import { DIRECT_GROUNDS, DIRECT_RULES } from '../rules/direct-grounds.ts'
import { bidsOf } from './bids.ts'
import { directOf } from './direct.ts'
import { tiesOfMembers } from './impartial.ts'

/** Rules that can only be met once the review has begun: members see the bidders and elect their leader then. */
const LATER: readonly string[] = ['committee-declaration', 'committee-leader']

/**
 * What the law says of these members. Who bids counts from the opening on; before it nobody may learn of that,
 * and ties are to whoever has signed up, whom the buyer's side knows.
 */
export async function committeeFindings(
  ctx: Any,
  order: Order,
  reviewers: readonly ReviewerRow[],
): Promise<CommitteeFinding[]> {
  const bids = await bidsOf(ctx, order)
  const grounds = await groundsOf(ctx, order)
  const verified = await verifiers().of(ctx, order)
  const buyers = await companies(ctx, [...new Set([order.purchaserCompanyId, order.ownerCompanyId])])
  const statements = await avoidancesOf(
    ctx,
    reviewers.map((r) => r.id),
  )
  const found = (await tiesOfMembers(ctx, order, reviewers)).filter(
    (tie) => bids.length === 0 || bids.some((b) => b.tradeId === tie.tradeId),
  )
  const ties = found.filter((tie) => !tie.isSudden)
  const members = reviewers.map((r): CommitteeMember => {
    const isExpert = r.role !== 'owner'
    const buyer = isExpert ? buyers.find((c) => sameEmployer(r, c)) : undefined
    return {
      id: r.userId,
      name: r.name,
      part: isExpert ? 'expert' : 'owner',
      leader: r.isLeader,
      employer: r.employerCode,
      declared: r.noConflict === true,
      ties: [
        ...bids
          .filter((b) => !(r.employerCode && b.creditCode === r.employerCode))
          .filter((b) => sameEmployer(r, b))
          .map((b) => ({ bidderId: b.tradeId, reason: '工作单位与投标人名称相同' })),
        ...ties
          .filter((tie) => tie.userId === r.userId)
          .filter((tie) => !sameEmployer(r, bids.find((b) => b.tradeId === tie.tradeId) ?? null))
          .map((tie) => ({ bidderId: tie.tradeId, reason: tie.reason })),
        ...statements
          .filter((s) => s.reviewerId === r.id && s.hasConflict)
          .map((s) => ({ bidderId: s.tradeId, reason: s.reason })),
      ],
      ...(buyer ? { barred: `任职于${buyer.name}，不得以专家身份参加本项目评标` } : barredBy(verified, r)),
    }
  })
  const bidders =
    bids.length > 0
      ? bids.map((b) => ({ id: b.tradeId, name: b.supplierName, creditCode: b.creditCode }))
      : ties.map((tie) => ({ id: tie.tradeId, name: tie.companyName }))
  return [
    ...checkCommittee({ ...grounds, members, bidders }),
    ...(await drawFindings(ctx, order, reviewers)),
    ...suddenTies(found.filter((tie) => tie.isSudden)),
    plannedSize(order, { size: members.length, regime: grounds.regime }),
  ]
}

/** Whoever verified what is bought does not review it. */
function barredBy(verified: ReadonlyMap<string, string>, { userId }: Pick<ReviewerRow, 'userId'>): { barred?: string } {
  const reason = verified.get(userId)
  return reason === undefined ? {} : { barred: reason }
}

/**
 * Whether members are drawn who must be (实施条例第四十六条). Whoever stands in for a member during the review comes with a
 * reason of its own; a special project's statement turns the rule into a warning that quotes it.
 */
async function drawFindings(ctx: Any, order: Order, reviewers: readonly ReviewerRow[]): Promise<CommitteeFinding[]> {
  const handPicked = reviewers.filter((r) => r.role !== 'owner' && !r.isDrawn && r.replaces === null)
  const finding = await drawFinding(
    ctx,
    order,
    handPicked.map((r) => r.name),
  )
  if (!finding) return []
  const { ruleId, citation, ok, severity, message } = finding
  const direct = ok ? null : await directOf(ctx, order.id)
  if (!direct) return [{ ruleId, citation, ok, severity, message }]
  const names = handPicked.map((r) => r.name).join('、')
  const why = `${DIRECT_GROUNDS[direct.ground]}。${direct.reason}`
  const { regime } = await groundsOf(ctx, order)
  return [{ ruleId, citation: DIRECT_RULES[regime], ok, severity: 'warn', message: `${names}由招标人直接确定：${why}` }]
}

/** The broken rules that stand against starting: everything that blocks, except what comes after the start. */
export function blocksStart(findings: readonly CommitteeFinding[]): CommitteeFinding[] {
  return findings.filter((f) => !f.ok && f.severity === 'block' && !LATER.includes(f.ruleId))
}

/** Why the committee cannot decide now, in words; empty when it can. Looks at members who have not left. */
export async function committeeProblem(ctx: Any, order: Order, reviewers: readonly ReviewerRow[]): Promise<string> {
  const active = reviewers.filter((r) => r.outAt === null)
  const broken = (await committeeFindings(ctx, order, active)).filter(
    // How members came in was judged at the start.
    (f) => !f.ok && f.severity === 'block' && !DRAW_RULES.includes(f.ruleId),
  )
  return broken.map((f) => `${f.message}（${f.citation}）`).join('；')
}

export async function avoidancesOf(ctx: Any, reviewerIds: readonly string[]) {
  if (reviewerIds.length === 0) return []
  return ctx.many('reviewer_avoidance', { reviewerId: [...reviewerIds] })
}

/** Jobs and associations that began after the members were chosen: the buyer looks into them. */
function suddenTies(ties: readonly Tie[]): CommitteeFinding[] {
  if (ties.length === 0) return []
  return [
    {
      ruleId: 'committee-sudden-tie',
      citation: '《招标投标法》第三十七条第四款',
      ok: false,
      severity: 'warn',
      message: `确定成员之后产生的关系，请核实后决定是否更换：${tiesInWords(ties)}`,
    },
  ]
}

/** What the documents promise. Where the law names no size, it is all that holds the committee together. */
function plannedSize(order: Order, { size, regime }: { size: number; regime: Regime }): CommitteeFinding {
  const planned = committeeSize(order)
  const ok = planned === size
  return {
    ruleId: 'committee-planned-size',
    citation: '采购文件关于评标委员会组成的约定',
    ok,
    severity: regime === 'enterprise' ? 'block' : 'warn',
    message: ok ? '人数与采购文件一致' : `采购文件约定 ${planned} 人，现有 ${size} 人`,
  }
}

export function committeeSize(order: Order): number {
  return (order.settings as { committeeSize?: number }).committeeSize ?? 5
}

function sameEmployer(r: ReviewerRow, company: { supplierName: string; creditCode: string } | null): boolean {
  return (
    company !== null &&
    ((r.employerCode !== '' && r.employerCode === company.creditCode) ||
      (r.employer !== '' && r.employer === company.supplierName))
  )
}

async function companies(ctx: Any, ids: readonly string[]) {
  return ctx.tx
    .selectFrom('company')
    .select(['name', 'name as supplierName', 'creditCode as creditCode'])
    .where('id', 'in', [...ids])
    .execute()
}
