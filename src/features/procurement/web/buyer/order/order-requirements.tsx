import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { lowPriceInWords } from '#features/evaluation/rules/low-price.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import { explainOrderPrice } from '../order-form/price-explain.ts'
import { PRICE_WAY } from '../order-form/review-methods.ts'
import type { OrderDetail } from '../tones.ts'
import '../order-form/order-form.css'

/** Documents demanded, ways of review, price rule. */
export function RequirementsSection({ order }: { order: OrderDetail }) {
  const { qualifications, bidFiles, marks, ways, price, committeeSize, lowPrice } = order.settings
  const priceWay = ways.find((way) => way.type === PRICE_WAY && way.isAutomatic)
  const explained =
    priceWay &&
    explainOrderPrice(price, { full: priceWay.fullMark, digits: priceWay.scoreDigits, method: order.reviewMethod })
  const named = (rows: readonly { name: string; required?: boolean }[]) =>
    rows.map((row) => `${row.name}${row.required === false ? '（选交）' : ''}`).join('、') || '无'
  return (
    <>
      <FieldList
        items={[
          { label: '报名材料', value: named(qualifications), wide: true },
          { label: '投标文件', value: named(bidFiles), wide: true },
          { label: '唱标内容', value: ['投标总价', ...marks.map((mark) => mark.name)].join('、'), wide: true },
          { label: '评标委员会', value: `${committeeSize} 人` },
          { label: '异常低价', value: lowPriceInWords(lowPrice), wide: true },
        ]}
      />
      {ways.length > 0 && (
        <DataTable
          label="评审办法"
          rows={ways}
          rowKey={(way) => String(ways.indexOf(way))}
          columns={[
            { key: 'name', title: '评审', value: (way) => way.name },
            {
              key: 'items',
              title: '评审项',
              render: (way) => (
                <>
                  {way.isAutomatic
                    ? (explained?.sentences.join('') ?? '按公式计算')
                    : way.items
                        .map((item) => (way.itemKind === 2 ? `${item.name} ${item.fullMark} 分` : item.name))
                        .join('、')}
                  {way.itemKind === 2 && !way.isAutomatic && (
                    <span className="kb-muted">（{partWords(way.scoreDigits ?? null)}）</span>
                  )}
                </>
              ),
            },
            {
              key: 'full',
              title: '满分',
              kind: 'number',
              value: (way) => (way.itemKind === 2 ? way.fullMark : '通过制'),
            },
          ]}
        />
      )}
    </>
  )
}
