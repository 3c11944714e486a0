import { DAY, HOUR } from '#contract/time.ts'
import { batchLots, runBatch } from '#features/packages/contract.ts'
import type { Cast } from './cast.ts'
import * as buyer from './play/buyer.ts'
import { fitBefore, officeAfter, officeBefore } from './play/office-hours.ts'
import { type PackagePlan, type PlayedPackage, publishedPackage, quoteLots, signUpForLots } from './play/packages.ts'
import { awaitOpening } from './play/quotes.ts'
import type { Moment } from './tender-moments.ts'

/** Three lots of one purchase, of which the last finds a single supplier; two are awarded together. */
export const LAUNDRY: PackagePlan = {
  projectName: '江州市第一人民医院后勤服务采购',
  description: '委托全院洗涤、绿化、虫害防治年度服务，分三个采购单。',
  title: '后勤服务',
  remark: '各采购单合同期均为一年，自签订之日起算。',
  lots: [
    {
      title: '医用织物洗涤服务',
      price: '420000',
      lines: [
        ['床单被套洗涤', '含收送、消毒', '件', '60000', '4'],
        ['工作服洗涤', '含熨烫、缝补', '件', '30000', '6'],
      ],
    },
    { title: '院区绿化养护', price: '150000', lines: [['绿化养护', '两院区，全年', '月', '12', '12500']] },
    { title: '病媒生物防制', price: '60000', lines: [['消杀服务', '每月两次，全院', '月', '12', '5000']] },
  ],
}

/** Small enough to be played often: two open lots, and one that a single supplier is invited to beside another. */
export const PROTECTION: PackagePlan = {
  projectName: '江州市第一人民医院劳动防护用品采购',
  description: '采购保洁、后勤人员劳动防护用品。',
  title: '劳动防护用品',
  lots: [
    { title: '防护手套', price: '30000', lines: [['丁腈手套', '加厚', '双', '3000', '10']] },
    { title: '防护鞋靴', price: '24000', lines: [['防滑工作鞋', '36–45 码', '双', '200', '120']] },
    {
      title: '涉密档案室专用门禁',
      price: '50000',
      lines: [['门禁控制器', '国密算法', '套', '2', '25000']],
      invited: ['supplier1', 'supplier2'],
    },
  ],
}

/** The laundry, played: two lots awarded together, the one with a single supplier declared abortive. */
export function packageMoments(cast: Cast, { began, now }: { began: number; now: () => Date }): Moment[] {
  return fitBefore(9, began, (days) => laundry(cast, officeBefore(began - days * DAY), { began, now }))
}

function laundry(cast: Cast, start: number, { began, now }: { began: number; now: () => Date }): Moment[] {
  const signUpEnd = officeAfter(start + 2 * DAY)
  const deadline = officeAfter(signUpEnd + DAY)
  const decided = Math.max(officeBefore(began - 2 * DAY), deadline + HOUR)
  let made: PlayedPackage
  const at = (ms: number, run: () => Promise<void>) => ({ at: new Date(ms), run })
  return [
    at(start, async () => {
      made = await publishedPackage(await cast.as('buyer'), LAUNDRY, { signUpEnd, deadline })
    }),
    at(start + HOUR, async () => {
      await signUpForLots(cast, made.orderIds, { account: 'supplier1', now: now() })
      await signUpForLots(cast, made.orderIds.slice(0, 2), { account: 'supplier3', now: now() })
      for (const orderId of made.orderIds) await buyer.approveAll(await cast.as('buyer'), orderId)
    }),
    at(signUpEnd, async () => {
      await quoteLots(cast, made.orderIds, { by: 'supplier1', part: '0.95' })
      await quoteLots(cast, made.orderIds.slice(0, 2), { by: 'supplier3', part: '0.92' })
    }),
    at(decided, async () => {
      const client = await cast.as('buyer')
      const opened = made.orderIds.slice(0, 2)
      for (const orderId of opened) await awaitOpening(client, orderId)
      const query = { orderIds: opened.join(','), step: 'winner' as const }
      const { rows } = await client.call(batchLots, { query })
      const lots = rows.map(({ orderId, choices }) => ({ orderId, tradeId: choices[0]!.tradeId }))
      await client.call(runBatch, { body: { step: 'winner', lots, acceptWarnings: true } })
      const failed = made.orderIds.slice(2).map((orderId) => ({ orderId }))
      const reason = '提交报价的供应商不足两家，本采购单终止'
      await client.call(runBatch, { body: { step: 'auction', lots: failed, reason } })
    }),
  ]
}
