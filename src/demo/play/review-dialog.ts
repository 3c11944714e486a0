import { Exact } from '#contract/money.ts'
import * as asks from '#features/review-hall/contract/asks.ts'
import * as offers from '#features/review-hall/contract/offers.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** The leader asks two bidders; the first has answered, the other has still to. A correction waits for its bidder. */
export async function playDialog(
  orderId: string,
  { leader, bidder, bidderIds }: { leader: HttpClient; bidder: HttpClient; bidderIds: readonly string[] },
): Promise<void> {
  const params = { projectId: orderId }
  const ask = (bidderId: string, title: string, content: string) =>
    leader.call(asks.createAsks, { params, body: { bidderIds: [bidderId], kind: 1, title, content, minutes: 2880 } })
  const first = await ask(bidderIds[0]!, '质保期起算时间', '技术标第 3 页承诺质保三年，请说明起算时间及备件供应期限。')
  await bidder.call(asks.replyAsk, {
    params,
    body: { askId: first.askIds[0]!, content: '质保期自验收合格之日起算，备件供应不少于八年。' },
  })
  await ask(bidderIds[1]!, '项目负责人资格', '请补充说明项目负责人类似项目业绩的完成时间和规模。')
  const { bidders } = await leader.call(expert.expertProject, { params })
  const third = bidders.find((b) => b.bidderId === bidderIds[2])
  if (!third?.quote) return
  await leader.call(asks.proposeCorrection, {
    params,
    body: {
      bidderId: third.bidderId,
      kind: 1,
      basis: '投标函大写金额与报价单小写金额不一致',
      total: new Exact(third.quote).minus(1000).toFixed(2),
      minutes: 2880,
    },
  })
}

/** The leader opens a round of totals for two days; one bidder has quoted, the others have still to. */
export async function playRound(
  orderId: string,
  { leader, bidder, bidderId }: { leader: HttpClient; bidder: HttpClient; bidderId: string },
): Promise<void> {
  const params = { projectId: orderId }
  const note = '请报出最优惠价格，含税、含全部服务费用。'
  const { roundId } = await leader.call(offers.createRound, { params, body: { mode: 1, minutes: 2880, note } })
  await leader.call(offers.startRound, { params: { ...params, roundId } })
  const own = { ...params, bidderId, roundId }
  const { previous } = await bidder.call(offers.ownOffer, { params: own })
  const total = new Exact(previous!).times('0.97').toFixed(2)
  await bidder.call(offers.submitOffer, { params: own, body: { total } })
}
