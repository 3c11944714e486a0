import { saveSearch } from '#features/saved-searches/contract.ts'
import type { Cast } from './cast.ts'
import { comes } from './play/wallet.ts'

/** What a supplier looks for before anything is published: it finds an order of the world. */
export async function keepSearches(cast: Cast): Promise<void> {
  const client = await cast.as('supplier1')
  await client.call(saveSearch, { body: { name: '手术机器人', keyword: '手术机器人', category: 'goods' } })
}

/** Another one, which its membership lets tell as well, and which has found nothing yet. */
export async function keepFurtherSearch(cast: Cast): Promise<void> {
  const client = await cast.as('supplier1')
  const body = { name: '江州维修服务', keyword: '维修', category: 'services' as const, region: '江州' }
  // A membership is there a moment after it was paid.
  await comes(() =>
    client.call(saveSearch, { body }).then(
      () => true,
      () => false,
    ),
  )
}
