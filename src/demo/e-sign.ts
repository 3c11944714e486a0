import { SIGN_COPIES, PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { codeFor } from './play/codes.ts'
import { pdfOf } from './play/documents.ts'
import { applyToSign, openSignatures } from './play/e-sign.ts'
import { payInWallet } from './play/wallet.ts'

/** Companies that sign electronically, each with its administrator and ten copies; one more waits for the platform. */
export async function playESign(cast: Cast, { base, now }: { base: string; now: Date }): Promise<void> {
  const platform = await cast.as('admin')
  const outbox = new HttpClient(base)
  const letter = await pdfOf(
    {
      title: '电子签章开通授权书（示例）',
      org: '演示企业',
      parts: [{ heading: '授权事项', paragraphs: ['授权经办人办理本企业电子签章的开通和使用。'] }],
    },
    now,
  )
  const [sku] = PRODUCTS.find(({ code }) => code === SIGN_COPIES)!.skus
  for (const [n, account] of (['buyer', 'supplier1'] as const).entries()) {
    const client = await cast.as(account)
    await openSignatures(client, { platform, letter, n: n + 1, codeFor: (mobile) => codeFor(outbox, mobile) })
    await payInWallet(client, { skuId: sku!.id }, { method: 'wechat', play: 'pay' })
  }
  await applyToSign(await cast.as('supplier2'), { letter, n: 3 })
}
