import type { Finding } from '#server/feature.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { OfferReceipt } from '#features/sealing/core/auction-offer.ts'
import { genesis, offerHash } from './chain.ts'
import { isReserveWhole } from './reserve.ts'

/** Recomputes the chain of every auction from its offers: names the first that was altered, and offers that are missing. */
export async function checkAuctions(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const findings: Finding[] = []
    const auctions = await ctx.tx
      .selectFrom('auction')
      .select(['orderId', 'seq', 'head'])
      .where('tenantId', '=', tenantId)
      .execute()
    for (const { orderId, seq, head } of auctions) {
      const offers = await ctx.tx
        .selectFrom('auction_offer')
        .select(['seq', 'tradeId', 'price', 'at', 'hash', 'receipt'])
        .where('tenantId', '=', tenantId)
        .where('orderId', '=', orderId)
        .orderBy('seq')
        .execute()
      let prev = genesis(tenantId, orderId)
      let isWhole = offers.length === seq
      for (const offer of offers) {
        const hash = offerHash({
          type: 'kaibiao/auction-offer/1',
          tenantId: String(tenantId),
          orderId,
          seq: offer.seq,
          tradeId: offer.tradeId,
          price: offer.price,
          at: offer.at.toISOString(),
          prev: prev.toString('hex'),
        })
        isWhole &&= hash.equals(offer.hash) && (offer.receipt as OfferReceipt).hash === hash.toString('hex')
        if (!isWhole) {
          findings.push(found(orderId, `第 ${offer.seq} 笔报价与其哈希不符`))
          break
        }
        prev = hash
      }
      if (offers.length !== seq) findings.push(found(orderId, `应有报价 ${seq} 笔，现有 ${offers.length} 笔`))
      else if (isWhole && !prev.equals(head)) findings.push(found(orderId, '报价链末端哈希不符'))
    }
    const reserves = ctx.tx.selectFrom('auction_reserve').selectAll().where('tenantId', '=', tenantId)
    for (const row of await reserves.execute())
      if (!isReserveWhole(ctx, row)) findings.push(found(row.orderId, '保留价与公布的指纹不一致'))
    return findings
  })
}

function found(orderId: string, message: string): Finding {
  return { what: 'auction', id: orderId, message }
}
