import { commitmentOf, draw, hashOf, type NamedRound, type SteppedSource } from '#contract/draw.ts'
import { closedHash, frozenHash, roundFor, seedOf } from '#contract/draw-steps.ts'
import type { BundleContent, Mark } from '../bundle.ts'
import { marksHash } from '../replay.ts'
import { lotParts } from '../replay-draws.ts'
import { finished, LOT_PARTS, stepped } from './bundle.ts'

/*
 * Somebody alters a review and recomputes everything that can be recomputed: marks' hashes, results, digests, the hash.
 * Each bundle is whole in itself; each tells of a review that could not be.
 */

export interface Forgery {
  what: string
  forge: (content: BundleContent) => void
  /** Words that the replay must say. */
  named: string
}

/** Changes marks and hashes them again. */
export function remark(content: BundleContent, wayId: string, change: (marks: Mark[], member: number) => void): void {
  content.judgements
    .filter((one) => one.wayId === wayId)
    .forEach((judgement, i) => {
      change(judgement.marks, i)
      judgement.commitment = marksHash(judgement.marks)
    })
}

export function markOf(marks: Mark[], bidId: string, itemId: string): Mark {
  return marks.find(([bid, item]) => bid === bidId && item === itemId)!
}

/** Bid c passes instead of failing, with nothing else changed. */
function acquit(content: BundleContent): void {
  Object.assign(content.bids[2]!, { disqualified: null, ground: null })
}

type Named = SteppedSource & { named: NamedRound }

/** Steps of the lots, remade around a change of what was frozen, closed or named. */
function redraw(content: BundleContent, change: (source: Named) => void): void {
  const one = content.draws[0]!
  const source = structuredClone(one.source) as Named
  change(source)
  content.draws[0] = finished({ purpose: one.purpose, parts: one.parts, ...source })
}

const MARKS: Forgery[] = [
  {
    what: 'a mark above the full mark',
    forge: (content) => remark(content, 'score', (marks) => (markOf(marks, 'a', 'i2')[2] = '45.00')),
    named: '超出满分',
  },
  {
    what: 'a negative mark',
    forge: (content) => remark(content, 'score', (marks) => (markOf(marks, 'b', 'i2')[2] = '-5.00')),
    named: '不是有效数值',
  },
  {
    what: 'a mark that is no number',
    forge: (content) => remark(content, 'score', (marks, i) => i === 0 && (markOf(marks, 'b', 'i2')[2] = '3e1')),
    named: '不是有效数值',
  },
  {
    what: 'objective marks that differ between members',
    forge: (content) => remark(content, 'score', (marks, i) => (markOf(marks, 'a', 'i3')[2] = `${8 + i}.00`)),
    named: '各评委评分不一致',
  },
  {
    what: 'a failure without a reason',
    forge: (content) => remark(content, 'pass', (marks) => (markOf(marks, 'c', 'i1')[4] = '')),
    named: '不通过而未说明原因',
  },
  {
    what: 'a verdict where marks are given',
    forge: (content) => remark(content, 'score', (marks) => (markOf(marks, 'a', 'i2')[3] = true)),
    named: '应当评分',
  },
  {
    what: 'a mark where a verdict is given',
    forge: (content) => remark(content, 'pass', (marks) => (markOf(marks, 'a', 'i1')[2] = '5')),
    named: '只作通过与否的判断',
  },
  {
    what: 'no verdict at all',
    forge: (content) => remark(content, 'pass', (marks, i) => i === 0 && (markOf(marks, 'a', 'i1')[3] = null)),
    named: '没有结论',
  },
  {
    what: 'the same item judged twice, the better mark first',
    forge: (content) =>
      remark(content, 'score', (marks) => marks.unshift(['a', 'i2', '40.00', null, '优']) && undefined),
    named: '同一内容评审了两次',
  },
  {
    what: 'a mark in an item that the way has not',
    forge: (content) => remark(content, 'score', (marks) => marks.push(['a', 'i9', '5.00', null, '']) && undefined),
    named: '评审内容不属于该项',
  },
  {
    what: 'marks of a bid that is on no list',
    forge: (content) => remark(content, 'score', (marks) => marks.push(['z', 'i2', '5.00', null, '']) && undefined),
    named: '评审了名单之外的投标',
  },
]

const COMMITTEE: Forgery[] = [
  {
    what: 'the judgement of one member left out',
    forge(content) {
      content.judgements = content.judgements.filter((one) => one.wayId !== 'score' || one.reviewerId !== 'r1')
    },
    named: '缺少评委的评审意见',
  },
  {
    what: 'members who gave low marks struck from the judges',
    forge(content) {
      Object.assign(content.ways[1]!, { judges: ['r2'] })
    },
    named: '参评评委未过半数',
  },
  {
    what: 'one member’s judgement counted twice',
    forge(content) {
      Object.assign(content.ways[1]!, { judges: ['r1', 'r2', 'r2'] })
    },
    named: '评委名单不正确',
  },
  {
    what: 'a judgement by somebody who judges nothing there',
    forge(content) {
      const { marks, commitment } = content.judgements[3]!
      content.judgements.push({ wayId: 'score', reviewerId: 'r9', marks, commitment })
    },
    named: '不属于该项的评委',
  },
  {
    what: 'a second judgement of one member, the better one first',
    forge(content) {
      const better = structuredClone(content.judgements[3]!)
      markOf(better.marks, 'a', 'i2')[2] = '40.00'
      better.commitment = marksHash(better.marks)
      content.judgements.splice(3, 0, better)
    },
    named: '同一对象出现两次',
  },
  {
    what: 'a member listed twice',
    forge: (content) => void content.committee!.push('r1'),
    named: '同一评委出现两次',
  },
]

const BIDS: Forgery[] = [
  {
    what: 'failed in qualification, yet ranked',
    forge(content) {
      acquit(content)
      remark(
        content,
        'score',
        (marks) => void marks.push(['c', 'i2', '40.00', null, ''], ['c', 'i3', '8.00', null, '']),
      )
      content.ways[1]!.judged!.push('c')
    },
    named: '不合格，却未被否决',
  },
  {
    what: 'rejected without a ground',
    forge: (content) => Object.assign(content.bids[1]!, { disqualified: '综合考虑', ground: null }),
    named: '否决与其依据不相符',
  },
  {
    what: 'rejected for a way that it passed',
    forge: (content) =>
      Object.assign(content.bids[1]!, { disqualified: '资格评审不合格', ground: { by: 'way', wayId: 'pass' } }),
    named: '被否决而没有成立的依据',
  },
  {
    what: 'rejected by a motion that nobody voted',
    forge: (content) =>
      Object.assign(content.bids[1]!, { disqualified: '低于成本', ground: { by: 'motion', motionId: 'm9' } }),
    named: '被否决而没有成立的依据',
  },
  {
    what: 'rejected by the motion about another bid',
    forge(content) {
      const votes = ['r1', 'r2'].map((reviewerId) => ({ reviewerId, agree: true }))
      content.motions!.push({ id: 'm2', kind: 'reject-bid', bidId: 'c', carried: true, votes })
      Object.assign(content.bids[1]!, { disqualified: '低于成本', ground: { by: 'motion', motionId: 'm2' } })
    },
    named: '被否决而没有成立的依据',
  },
  {
    what: 'rejected as unopened, though it was read out',
    forge: (content) => Object.assign(content.bids[1]!, { disqualified: '未能解密', ground: { by: 'unopened' } }),
    named: '被否决而没有成立的依据',
  },
  {
    what: 'a quote above the ceiling, yet ranked',
    forge(content) {
      Object.assign(content.bids[0]!, { opening: '1200.00', changes: [], price: '1200.00' })
    },
    named: '高于最高投标限价',
  },
  {
    what: 'a change of price without a trace',
    forge: (content) => Object.assign(content.bids[0]!, { price: '800.00' }),
    named: '评审价与开标报价及其变更不一致',
  },
  {
    what: 'a bid that was judged in nothing',
    forge(content) {
      content.bids.push({ ...content.bids[0]!, id: 'd', no: 4, name: '公司d', opening: '950.00' })
    },
    named: '又未否决',
  },
  {
    what: 'one bid under two numbers',
    forge: (content) => void content.bids.push({ ...content.bids[0]!, no: 4 }),
    named: '同一对象出现两次',
  },
  {
    what: 'two bids under one number',
    forge: (content) => Object.assign(content.bids[1]!, { no: 1 }),
    named: '同一对象出现两次',
  },
]

const DECISIONS: Forgery[] = [
  {
    what: 'a motion carried by a minority',
    forge: (content) => content.motions![0]!.votes.forEach((vote, i) => (vote.agree = i === 0)),
    named: '票数却未过半数',
  },
  {
    what: 'a motion carried by somebody outside the committee',
    forge: (content) => Object.assign(content.motions![0]!.votes[0]!, { reviewerId: 'r9' }),
    named: '表决人不是评标委员会成员',
  },
  {
    what: 'one member voting twice',
    forge: (content) => void content.motions![0]!.votes.push({ reviewerId: 'r1', agree: true }),
    named: '同一评委表决了两次',
  },
  {
    what: 'two valid bids, and no decision to go on',
    forge: (content) => void (content.motions = []),
    named: '未就继续评审作出决定',
  },
  {
    what: 'a refusal to go on, and a ranking',
    forge(content) {
      Object.assign(content.motions![0]!, { carried: false })
      for (const vote of content.motions![0]!.votes) vote.agree = false
    },
    named: '决定不再继续，却产生了排序',
  },
  {
    what: 'a carried rejection that was not carried out',
    forge(content) {
      const votes = ['r1', 'r2'].map((reviewerId) => ({ reviewerId, agree: true }))
      content.motions!.push({ id: 'm2', kind: 'reject-bid', bidId: 'a', carried: true, votes })
    },
    named: '该投标却未被否决',
  },
  {
    what: 'everything rejected without a ground',
    forge: (content) => Object.assign(content.order, { allRejected: true }),
    named: '否决全部投标而没有依据',
  },
  {
    what: 'something that rides along unread',
    forge: (content) => Object.assign(content.bids[0]!, { bonus: '10' }),
    named: '含有规定之外的内容',
  },
]

const DRAWS: Forgery[] = [
  {
    what: 'the lots left out',
    forge: (content) => void (content.draws = content.draws.slice(1)),
    named: '缺少并列投标的抽签记录',
  },
  {
    what: 'the other of two lots',
    forge: (content) => Object.assign(content.draws[0]!, { result: content.draws[0]!.result.toReversed() }),
    named: '按种子重新抽取',
  },
  {
    what: 'a draw that was made for another order',
    forge: (content) => void (content.draws[0] = stepped('lots', LOT_PARTS, { subject: 'o2' })),
    named: '抽取不属于该项目',
  },
  {
    what: 'a draw that was made for something else',
    forge: (content) => void (content.draws[0] = { ...stepped('price-params', LOT_PARTS), purpose: 'lots' }),
    named: '冻结的抽取事项与此不符',
  },
  {
    what: 'lots among others than those that are equal',
    forge: (content) => void (content.draws[0] = stepped('lots', lotParts([['a', 'b', 'c']]))),
    named: '抽签的投标不是并列的投标',
  },
  {
    what: 'drawn until it fitted',
    forge: (content) => void content.draws.unshift(structuredClone(content.draws[0]!)),
    named: '同一事项重复抽取',
  },
  {
    what: 'a round of the beacon chosen afterwards',
    forge: (content) => redraw(content, ({ named }) => void named.round++),
    named: '信标轮次由含截止记录的日志头唯一确定',
  },
  {
    what: 'a round by a head from before the closing',
    forge: (content) =>
      redraw(content, ({ frozen, named }) => {
        named.at = '2026-11-25T02:00:15.000Z'
        named.round = roundFor(frozen.beacon!, frozen.lead, named.at)
      }),
    named: '信标轮次由含截止记录的日志头唯一确定',
  },
  {
    what: 'a round that was named for another closing',
    forge: (content) => redraw(content, ({ named }) => void (named.closed = hashOf('another'))),
    named: '信标轮次由含截止记录的日志头唯一确定',
  },
  {
    what: 'a draw that is frozen by this version and closed by the one before, which chose the round by its own time',
    forge: (content) =>
      redraw(content, (source) => {
        const { frozen, closed } = source
        closed.round = roundFor(frozen.beacon!, frozen.lead, closed.closedAt)
        delete (source as SteppedSource).named
      }),
    named: '抽取事项和备选与冻结时一致',
  },
  {
    what: 'two rounds, one by each version',
    forge: (content) =>
      redraw(content, ({ frozen, closed, named }) => {
        closed.round = roundFor(frozen.beacon!, frozen.lead, closed.closedAt)
        named.closed = closedHash(closed)
      }),
    named: '抽取事项和备选与冻结时一致',
  },
  {
    what: 'a draw of this version under the formula of the one before',
    forge: (content) => Object.assign(content.formulas, { draw: 'draw/3' }),
    named: '公式版本不是',
  },
  {
    what: 'a signature that is the beacon’s for another round',
    forge(content) {
      const one = content.draws[0]!
      const source = structuredClone(one.source) as SteppedSource
      const other = structuredClone(source)
      other.named!.round++
      const { signature } = finished({ purpose: 'lots', parts: one.parts, ...other }).source as SteppedSource
      const forged = { ...source, signature }
      content.draws[0] = { ...one, source: forged, result: draw(seedOf(forged), one.parts) }
    },
    named: '信标签名有效',
  },
  {
    what: 'the beacon left out for a seed that can be ground',
    forge: (content) =>
      redraw(content, (source) => {
        source.frozen.beacon = null
        ;(source as SteppedSource).named = null
      }),
    named: '各方揭示的随机数',
  },
  {
    what: 'another part of the operator',
    forge: (content) => redraw(content, (source) => (source.operatorSeed = hashOf('another'))),
    named: '平台的随机数与事先登记的承诺一致',
  },
  {
    what: 'a participant cut off before the window was over',
    forge: (content) => redraw(content, ({ closed }) => (closed.reveals = [])),
    named: '未提前截止',
  },
  {
    what: 'a participant’s value exchanged',
    forge: (content) => redraw(content, ({ closed }) => (closed.reveals = [{ id: 'p1', value: hashOf('better') }])),
    named: '各方揭示的随机数',
  },
  {
    what: 'a participant added after the freeze',
    forge: (content) =>
      redraw(content, ({ frozen, closed }) => {
        const value = hashOf('late')
        frozen.participants = [...frozen.participants, { id: 'p2', role: '评委', commitment: commitmentOf(value) }]
        closed.reveals = [...closed.reveals, { id: 'p2', value }]
      }),
    named: '各方揭示的随机数',
  },
  {
    what: 'a draw closed before it was frozen',
    forge: (content) =>
      redraw(content, ({ closed, named }) => {
        closed.closedAt = '2026-11-25T01:00:00.000Z'
        named.closed = closedHash(closed)
      }),
    named: '未提前截止',
  },
  {
    what: 'options struck before the draw, that the record still shows',
    forge: (content) =>
      redraw(content, ({ frozen, closed }) => {
        frozen.parts = frozen.parts.map((part) => ({ ...part, options: ['a'], picks: 1 }))
        closed.frozen = frozenHash(frozen)
      }),
    named: '抽取事项和备选与冻结时一致',
  },
  {
    what: 'a draw by the platform passed off as one by hand',
    forge: (content) => Object.assign(content.draws[0]!, { source: { by: 'hand', how: '摇号' } }),
    named: '抽取方式与抽取事项不符',
  },
  {
    what: 'a value drawn by hand that was no option',
    forge: (content) => Object.assign(content.draws[1]!.result[0]!, { value: '99' }),
    named: '抽取结果不在备选之列',
  },
  {
    what: 'the price computed with what was not drawn',
    forge: (content) => Object.assign(content.ways[2]!.params, { percentage: '95' }),
    named: '抽取结果为 96',
  },
]

/** By what they alter. */
export const FORGERIES: readonly [string, readonly Forgery[]][] = [
  ['marks', MARKS],
  ['committee', COMMITTEE],
  ['bids', BIDS],
  ['decisions', DECISIONS],
  ['draws', DRAWS],
]
