import { describe, expect, it } from 'vitest'
import { OrderFields } from '../../../contract/order-fields.ts'
import { OrderSettings } from '../../../rules/settings.ts'
import { markSums } from './marks.ts'
import { commonPlan } from './review-terms.ts'
import { fieldsOf, newValues, valuesOf } from './values.ts'

describe('the order form as the server takes it', () => {
  const project = { name: '办公设备采购', budget: '1000000.00', regime: 'tender', category: 'goods' } as const

  it('starts from something that can be saved at once', () => {
    expect(OrderFields.parse(fieldsOf(newValues(project)))).toMatchObject({
      title: '办公设备采购',
      estimatedPrice: '1000000.00',
      controlPrice: null,
      schedule: { bidEnd: null },
    })
  })

  it('leaves out rows that nobody filled in, and knows documents from attachments', () => {
    const values = newValues(project)
    const [way] = values.settings.ways
    values.settings.qualifications = [
      { name: ' ', required: true },
      { name: '营业执照', required: true },
    ]
    values.settings.ways = [{ ...way!, items: [{ name: '', standard: '', fullMark: '', isObjective: false }] }]
    values.documents = [{ fileId: '01a7f3c2-0000-7000-8000-000000000001', name: '招标文件.pdf', size: 1 }]
    values.attachments = [{ fileId: '01a7f3c2-0000-7000-8000-000000000002', name: '图纸.zip', size: 1 }]
    const fields = OrderFields.parse(fieldsOf(values))
    expect(fields.settings.qualifications).toEqual([{ name: '营业执照', required: true }])
    expect(fields.settings.ways[0]?.items).toEqual([])
    expect(fields.files.map((file) => file.kind)).toEqual(['document', 'attachment'])
  })

  it('takes from the regime which quotes are abnormally low, whatever the order says that is copied', () => {
    const rule = (regime: 'government' | 'enterprise', quote: boolean) => {
      const settings = OrderSettings.parse(quote ? { quote: {} } : {})
      const order = { method: 5, admission: 'open', project: { ...project, regime }, settings, files: [] }
      return valuesOf(order as never).settings.lowPrice.rule
    }
    expect(rule('government', true)).toBe('government')
    expect(rule('enterprise', true)).toBe('comparison')
    expect(rule('government', false)).toBe('comparison')
  })

  it('offers plans that add up', () => {
    for (const method of [1, 2, 3, 4, 5]) {
      const sums = markSums(commonPlan(method), method)
      expect(sums.totalOk).toBe(true)
      expect(sums.ways.every((way) => way.problem === '')).toBe(true)
    }
  })
})
