import { saveSearch } from '#features/saved-searches/contract.ts'
import type { Cast } from './cast.ts'

/** What a supplier looks for before anything is published: the one finds an order of the world, the other has found none yet. */
export async function keepSearches(cast: Cast): Promise<void> {
  const client = await cast.as('supplier1')
  await client.call(saveSearch, { body: { name: '手术机器人', keyword: '手术机器人', category: 'goods' } })
  await client.call(saveSearch, {
    body: { name: '江州维修服务', keyword: '维修', category: 'services', region: '江州' },
  })
}
