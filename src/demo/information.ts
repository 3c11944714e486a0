import { openPortrait } from '#features/portraits/contract.ts'
import { chooseNotices, generateNoticeExport } from '#features/notice-exports/contract.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { portalNotices } from '#features/procurement/contract/portal.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { comes, payInWallet } from './play/wallet.ts'

/** A supplier looks at a purchaser's portrait and exports notices; one export more waits for counts of a colleague's company. */
export async function playInformation(cast: Cast): Promise<void> {
  const client = await cast.as('supplier1')
  for (const code of ['portrait', 'export']) {
    const sku = PRODUCTS.find((product) => product.code === code)!.skus.at(-1)!
    await payInWallet(client, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
  }
  const params = { companyId: COMPANIES.hospital.id }
  // Counts are there a moment after they were paid.
  await comes(() => client.call(openPortrait, { params }).then(yes, no))
  const { rows } = await client.call(portalNotices, { query: { pageSize: 20 } })
  const noticeIds = rows.slice(0, 3).map(({ noticeId }) => noticeId)
  for (const account of ['supplier1', 'supplier2'] as const) {
    const buyer = await cast.as(account)
    const { code } = await buyer.call(chooseNotices, { body: { noticeIds } })
    await buyer.call(generateNoticeExport, { params: { code } })
  }
}

const yes = () => true
const no = () => false
