import { expect, test } from 'vitest'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import { NoticeKind, PurchaseMethod } from './enums.ts'
import { builtInTemplates } from '../methods/notices.ts'
import { orderFields } from './order-fields.ts'
import { QuoteTerms } from './quote-terms.ts'
import { placeholdersIn } from './rich-text.ts'

const facts = (method: number) => ({
  project: { name: '', code: '', description: '', region: '', funds: '' },
  title: '',
  method,
  controlPrice: null,
  bond: '0',
  documentFee: '0',
  place: '',
  schedule: {},
  qualifications: [],
  ways: [],
  lowPrice: LowPriceTerms.parse({ rule: 'government', next: 60 }),
})
const announced = (method: number) =>
  placeholdersIn(builtInTemplates({ method }).find((one) => one.kind === NoticeKind.values.announcement)!.content)

test('the announcement of a tender says which prices are abnormally low; an auction has no such thing', () => {
  const { publicBidding, biddingAuction: auction } = PurchaseMethod.values
  expect(orderFields(facts(publicBidding))['异常低价']).toContain('次低报价的 60%')
  expect(announced(publicBidding)).toContain('异常低价')
  expect(orderFields(facts(auction))['异常低价']).toBeUndefined()
  expect(announced(auction)).not.toContain('异常低价')
})

test('an inquiry of government procurement says with its terms which quotes are abnormally low; an enterprise’s has no such rule', () => {
  const inquiry = { ...facts(PurchaseMethod.values.inquiry), quote: QuoteTerms.parse({}), bidFiles: [] }
  expect(orderFields(inquiry)['报价要求']).toContain('次低报价的 60%')
  const lowPrice = LowPriceTerms.parse({})
  expect(orderFields({ ...inquiry, lowPrice })['报价要求']).not.toContain('异常低价')
})
