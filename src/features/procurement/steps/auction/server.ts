import { Exact } from '#contract/money.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../../methods/all.ts'
import type { AuctionTerms } from '../../rules/auction-terms.ts'
import { termProblems } from '../../rules/auction-terms-meaning.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'

type Ctx = Context<Employee>

export const auction: StepServer = {
  publishChecks: [terms],
  noticeData: async (ctx, order, { auction: agreed }) => ({
    auction: agreed,
    ...(agreed?.reserve?.kind === 'sealed' && { auctionReserve: await reserveFact(ctx, order.id) }),
  }),
}

/** The fingerprint of the secret reserve, and by which start price it was set; undefined: it is not set. */
async function reserveFact(ctx: Ctx, orderId: string): Promise<{ commitment: string } | undefined> {
  const row = await ctx.one('auction_reserve', { orderId }, { columns: ['commitment'] })
  return row && { commitment: row.commitment.toString('hex') }
}

/** A secret reserve is set, and by the start price that will be published. */
async function reserveProblems(ctx: Ctx, { id, controlPrice }: Draft['order'], agreed: AuctionTerms) {
  if (agreed.reserve?.kind !== 'sealed') return []
  const row = await ctx.one('auction_reserve', { orderId: id }, { columns: ['startPrice'] })
  const wrong = (message: string) => [{ path: 'settings.auction.reserve', message }]
  if (!row) return wrong('请设定保密保留价')
  if (controlPrice === null || new Exact(row.startPrice).eq(controlPrice)) return []
  return wrong('起始价已修改，请重新设定保密保留价')
}

/** What an order with live offers needs beside the rest. */
async function terms(ctx: Ctx, { order, project, settings }: Draft): Promise<CheckResult> {
  const found = settings?.auction
  if (!found) return { problems: [{ path: 'settings.auction', message: '请填写竞价规则' }] }
  const talks = found.priceTalk && project.regime === 'tender'
  const talk = { path: 'settings.auction.priceTalk', message: '依法必须招标的项目不得在竞价后议价' }
  const { direction } = methodOf(order.method)
  const astray = { path: 'settings.auction', message: '竞价方向与本单的方式不符' }
  return {
    says: '起始价和竞价规则',
    problems: [
      ...(found.direction === direction ? [] : [astray]),
      ...termProblems(found, order.controlPrice),
      ...(await reserveProblems(ctx, order, found)),
      ...(talks ? [talk] : []),
    ],
  }
}
