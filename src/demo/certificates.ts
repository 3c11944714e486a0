import { rejectApplication } from '#features/certificates/contract/admin.ts'
import { submitApplication } from '#features/certificates/contract/company.ts'
import { VOUCHER } from '#features/certificates/rules/prices.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import type { Cast } from './cast.ts'
import { approve, draftApplication, payApplication } from './play/certificates.ts'
import { comes, payInWallet } from './play/wallet.ts'

/**
 * A supplier has a certificate for a voucher, an application of its agent waits, one of a colleague's company was sent back.
 * The key of the certificate is the answer.
 */
export async function playCertificates(cast: Cast): Promise<KeyPair> {
  const key = generateKeyPair('intl')
  const platform = await cast.as('admin')
  const one = await cast.as('supplier1')
  const sku = PRODUCTS.find(({ code }) => code === VOUCHER)!.skus[0]!
  await payInWallet(one, { skuId: sku.id }, { method: 'wechat', play: 'pay' })
  const applicationId = await draftApplication(one, { kind: 'enterprise', personName: '高远', key })
  const params = { applicationId }
  // A voucher is there a moment after it was paid.
  await comes(() => one.call(submitApplication, { params, body: { useVoucher: true } }).then(yes, no))
  await approve(one, { platform, applicationId })
  await payApplication(one, await draftApplication(one, { kind: 'agent', personName: '高远' }))
  const two = await cast.as('supplier2')
  const refused = await draftApplication(two, { kind: 'legalPerson', personName: '沈立' })
  await payApplication(two, refused)
  const reason = '授权书未加盖公章，请重新上传'
  await platform.call(rejectApplication, { params: { applicationId: refused }, body: { reason } })
  return key
}

const yes = () => true
const no = () => false
