import { requestContractSigning } from '#features/contracts/contract/e-signature.ts'
import { contractPage } from '#features/contracts/contract/contract.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { OVERDUE } from './contracts.ts'
import { PEOPLE } from './people.ts'
import { certified } from './play/certificates.ts'
import { pdfOf } from './play/documents.ts'
import { sendToSign, signingWith, signs } from './play/sign-tasks.ts'

/** A letter that a hospital and a supplier have signed, and a contract of theirs that the supplier is yet to sign. */
export async function playSignTasks(cast: Cast, { key, now }: { key: KeyPair; now: Date }): Promise<void> {
  const buyer = await cast.as('buyer')
  const hospital = await signingWith(buyer, await certified(buyer, await cast.as('admin'), PEOPLE.buyer.name))
  const supplier = await signingWith(await cast.as('supplier1'), key)
  const title = '医药产品廉洁购销合同'
  const content = await pdfOf(
    {
      title,
      org: COMPANIES.hospital.name,
      parts: [
        {
          heading: '双方承诺',
          paragraphs: [
            '甲方不得接受乙方以任何名义、形式给予的回扣，不得将接受捐赠资助与采购挂钩。',
            '乙方不得以回扣、宴请等方式影响甲方工作人员采购或者使用医药产品的选择权。',
          ],
        },
      ],
    },
    now,
  )
  const signers = [COMPANIES.hospital.id, COMPANIES.supplier1.id].map((companyId) => ({
    companyId,
    userId: null,
    seal: null,
  }))
  const taskId = await sendToSign(buyer, { title, content, signers, now })
  for (const one of [hospital, supplier]) await signs(one, taskId)
  const { rows } = await buyer.call(contractPage, { query: { keyword: OVERDUE } })
  const asked = await buyer.call(requestContractSigning, { params: { contractId: rows[0]!.contractId } })
  await signs(hospital, asked.taskId)
}
