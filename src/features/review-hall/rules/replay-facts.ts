import { Exact } from '#contract/money.ts'
import { ItemKind, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import {
  type Bundle,
  BUNDLE_TYPE,
  type BundleContent,
  type BundleMotion,
  type BundleResults,
  type Mark,
} from './bundle.ts'
import { objectiveDifferences } from './outcome.ts'
import type { Problem } from './replay-draws.ts'

/*
 * What a review must keep to whatever it comes to. A bundle may compute to its own result and still tell of a review
 * that could not be: marks above the full mark, a bid that failed and was ranked, a rejection that nobody decided.
 */

type Way = Bundle['ways'][number]
type Bid = Bundle['bids'][number]
type Outcomes = BundleResults['outcomes']

/** What does not hold among the facts of a bundle, each under its element; nothing of earlier bundles, which lack them. */
export function factProblems(content: BundleContent): Problem[] {
  if (content.type !== BUNDLE_TYPE) return []
  return [
    ...identityProblems(content),
    ...content.ways.flatMap((way, i) => wayProblems(content, way, i)),
    ...content.judgements.flatMap((judgement, i) => judgementProblems(content, judgement, i)),
    ...(content.motions ?? []).flatMap((motion, i) => motionProblems(content, motion, i)),
    ...conclusionProblems(content),
  ]
}

/** The same of its bids, whose fate has to follow from what the members said: `outcomes`. */
export function fateProblems(content: BundleContent, outcomes: Outcomes): Problem[] {
  if (content.type !== BUNDLE_TYPE) return []
  return content.bids.flatMap((bid, i) => bidProblems(content, outcomes, { bid, i }))
}

/** Two elements under one id: which one counts would be anybody's choice. */
function identityProblems({ ways, bids, judgements, motions = [], committee = [] }: BundleContent): Problem[] {
  const lists = [
    ['ways', ways.map(({ id }) => id)],
    ['bids', bids.map(({ id }) => id)],
    ['bids', bids.map(({ no }) => String(no))],
    ['judgements', judgements.map(({ wayId, reviewerId }) => `${wayId}/${reviewerId}`)],
    ['motions', motions.map(({ id }) => id)],
  ] as const
  const twice = lists.flatMap(([name, ids]) =>
    ids.flatMap((id, i) => (ids.indexOf(id) < i ? [{ path: `${name}/${i}`, message: '同一对象出现两次' }] : [])),
  )
  const prices = ways.filter((way) => way.isAutomatic)
  return [
    ...twice,
    ...(new Set(committee).size < committee.length ? [{ path: 'committee', message: '同一评委出现两次' }] : []),
    ...(prices.length > 1 ? [{ path: `ways/${ways.indexOf(prices[1]!)}`, message: '价格分计算了两次' }] : []),
  ]
}

function wayProblems({ judgements, bids, committee = [], order }: BundleContent, way: Way, i: number): Problem[] {
  const found = (message: string): Problem => ({ path: `ways/${i}`, message })
  if (way.isAutomatic) return way.items.length > 0 ? [found('按公式计算的评审项不应有评审内容')] : []
  const problems: Problem[] = []
  const said = judgements.filter((one) => one.wayId === way.id)
  if (way.judges.length === 0 || new Set(way.judges).size < way.judges.length) problems.push(found('评委名单不正确'))
  if (!order.allRejected && way.judges.length * 2 <= committee.length) problems.push(found('参评评委未过半数'))
  if (way.items.length === 0) problems.push(found('没有评审内容'))
  if (new Set(way.items.map(({ id }) => id)).size < way.items.length) problems.push(found('同一评审内容出现两次'))
  for (const judge of way.judges)
    if (!said.some((one) => one.reviewerId === judge)) problems.push(found('缺少评委的评审意见'))
  for (const id of way.judged ?? [])
    if (!bids.some((bid) => bid.id === id)) problems.push(found('评审了名单之外的投标'))
  for (const bid of bids)
    if (!way.judged?.includes(bid.id) && bid.disqualified === null) problems.push(found(`未评审${bid.name}，又未否决`))
  if (way.itemKind === ItemKind.values.scoring) {
    const counting = said
      .filter((one) => way.judges.includes(one.reviewerId))
      .flatMap(({ reviewerId, marks }) => marks.map((mark) => ({ reviewerId, mark })))
    for (const id of way.judged ?? []) {
      const own = counting
        .filter(({ mark }) => mark[0] === id)
        .map(({ reviewerId, mark: [, itemId, score, passed, reason] }) => ({
          itemId,
          reviewerId,
          score,
          passed,
          reason,
        }))
      for (const name of objectiveDifferences(way.items, own))
        problems.push(found(`客观项“${name}”各评委评分不一致（财政部令第87号第六十四条）`))
    }
  }
  return problems
}

function judgementProblems(
  { ways, bids }: BundleContent,
  { wayId, reviewerId, marks }: Bundle['judgements'][number],
  i: number,
): Problem[] {
  const found = (message: string): Problem => ({ path: `judgements/${i}`, message })
  const way = ways.find((one) => one.id === wayId)
  if (!way || way.isAutomatic) return [found('评审意见不属于任何评审项')]
  const problems = way.judges.includes(reviewerId) ? [] : [found('评审意见不属于该项的评委')]
  const seen = new Set<string>()
  for (const mark of marks) {
    const [bidId, itemId] = mark
    const key = `${bidId}/${itemId}`
    if (seen.has(key)) problems.push(found('同一内容评审了两次'))
    seen.add(key)
    if (!bids.some((bid) => bid.id === bidId)) problems.push(found('评审了名单之外的投标'))
    const wrong = markProblem(way, mark)
    if (wrong) problems.push(found(wrong))
  }
  return problems
}

function markProblem(way: Way, [, itemId, score, passed, reason]: Mark): string | null {
  const item = way.items.find((one) => one.id === itemId)
  if (!item) return '评审内容不属于该项'
  if (way.itemKind === ItemKind.values.pass) {
    if (score !== null) return `“${item.name}”只作通过与否的判断`
    if (passed === false && reason.trim().length < 2) return `“${item.name}”不通过而未说明原因`
    return passed === null ? `“${item.name}”没有结论` : null
  }
  if (passed !== null) return `“${item.name}”应当评分`
  if (score === null || !/^\d{1,6}(\.\d{1,4})?$/.test(score)) return `“${item.name}”的得分不是有效数值`
  return new Exact(score).gt(item.fullMark) ? `“${item.name}”得分 ${score} 超出满分 ${item.fullMark}` : null
}

function bidProblems(
  { order, ways, motions = [], results }: BundleContent,
  outcomes: Outcomes,
  { bid, i }: { bid: Bid; i: number },
): Problem[] {
  const found = (message: string): Problem => ({ path: `bids/${i}`, message })
  const problems: Problem[] = []
  const { ground = null } = bid
  const failed = outcomes.filter((one) => one.bidId === bid.id && one.passed === false)
  const isRanked = results.ranking.some((one) => one.bidId === bid.id)
  if (failed.length > 0 && bid.disqualified === null)
    problems.push(found(`${bid.name}在“${ways.find((way) => way.id === failed[0]!.wayId)?.name}”中不合格，却未被否决`))
  if (bid.disqualified !== null && isRanked) problems.push(found(`${bid.name}已被否决，却参与排序`))
  if ((bid.disqualified === null) !== (ground === null)) problems.push(found(`${bid.name}的否决与其依据不相符`))
  if (ground && !isGrounded(ground, { bid, failed, motions })) problems.push(found(`${bid.name}被否决而没有成立的依据`))
  if (bid.price === null && bid.disqualified === null) problems.push(found(`${bid.name}没有报价，又未被否决`))
  const { controlPrice, method, allRejected } = order
  const isOver = controlPrice !== null && bid.price !== null && new Exact(bid.price).gt(controlPrice)
  if (isOver && bid.disqualified === null && !allRejected)
    problems.push(found(`${bid.name}的报价高于最高投标限价，却未被否决（实施条例第五十一条第五项）`))
  if (method === ReviewMethod.values.priceCommitment && controlPrice === null)
    problems.push(found('价格承诺法没有公布承诺价格'))
  return problems
}

function isGrounded(
  ground: NonNullable<Bid['ground']>,
  { bid, failed, motions }: { bid: Bid; failed: Outcomes; motions: readonly BundleMotion[] },
): boolean {
  switch (ground.by) {
    case 'way':
      return failed.some((one) => one.wayId === ground.wayId)
    case 'motion':
      return motions.some(
        (one) => one.id === ground.motionId && one.kind === 'reject-bid' && one.bidId === bid.id && one.carried,
      )
    case 'unopened':
      return bid.opening === null
  }
}

/** Votes lead to what a motion is said to have come to; one carried leaves the bid rejected. */
function motionProblems({ bids, committee = [] }: BundleContent, motion: BundleMotion, i: number): Problem[] {
  const found = (message: string): Problem => ({ path: `motions/${i}`, message })
  const problems: Problem[] = []
  const { votes, carried, kind, bidId } = motion
  const bid = bids.find((one) => one.id === bidId)
  if (kind === 'reject-bid' ? !bid : bidId !== null) problems.push(found('表决的对象不在投标名单之中'))
  if (new Set(votes.map(({ reviewerId }) => reviewerId)).size < votes.length) problems.push(found('同一评委表决了两次'))
  if (votes.some(({ reviewerId }) => !committee.includes(reviewerId))) problems.push(found('表决人不是评标委员会成员'))
  const on = votes.filter(({ agree }) => agree === carried).length
  if (on * 2 <= committee.length) problems.push(found(`表决${carried ? '通过' : '未通过'}，票数却未过半数`))
  if (kind === 'reject-bid' && carried && bid?.disqualified === null)
    problems.push(found(`表决否决${bid.name}，该投标却未被否决`))
  return problems
}

/** Everything is rejected only when nobody is left, or the committee refused to go on. */
function conclusionProblems({ order, bids, motions = [] }: BundleContent): Problem[] {
  const found = (message: string): Problem[] => [{ path: 'order', message }]
  const left = bids.filter((bid) => bid.disqualified === null)
  const refused = motions.some((one) => one.kind === 'go-on' && !one.carried)
  if (order.allRejected) return left.length === 0 || refused ? [] : found('否决全部投标而没有依据')
  if (refused) return found('评标委员会决定不再继续，却产生了排序')
  if (left.length > 0 && left.length < 3 && !motions.some((one) => one.kind === 'go-on' && one.carried))
    return found('有效投标不足三个，评标委员会未就继续评审作出决定')
  return []
}
