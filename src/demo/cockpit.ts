import { DAY, formatDate } from '#contract/time.ts'
import { hideMatch, matches, saveProfile } from '#features/cockpit/contract.ts'
import type { Cast } from './cast.ts'

/** A supplier says what it does and until when its licence holds, and puts an order aside that does not concern it. */
export async function keepProfile(cast: Cast, now: Date): Promise<void> {
  const client = await cast.as('supplier1')
  await client.call(saveProfile, {
    body: {
      categories: ['goods'],
      keywords: ['手术', '家具', '监护仪'],
      regions: ['江州'],
      least: '500000',
      most: '8000000',
      // It ends before some of the openings ahead.
      certificates: [
        { name: '医疗器械经营许可证', validUntil: formatDate(now) },
        { name: '质量管理体系认证证书', validUntil: formatDate(now.getTime() + 400 * DAY) },
      ],
    },
  })
  const { rows } = await client.call(matches, { query: { pageSize: 50 } })
  if (rows.length > 3) await client.call(hideMatch, { params: { orderId: rows.at(-1)!.orderId } })
}
